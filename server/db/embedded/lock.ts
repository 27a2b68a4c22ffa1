import { closeSync, constants, openSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export type Lock = { release: () => Promise<void> }

/**
 * Locks the data for this process; null if another process has locked it. The kernel releases the lock when the process ends in
 * any way, so a killed Kashkool never blocks the next one.
 */
export const lockOf = (home: string): Promise<Lock | null> =>
  process.platform === 'linux' || process.platform === 'win32' ? nameTaken(home) : fileLocked(home)

// An abstract socket (or a named pipe) is only a name with an owner. It contains the number of the folder, so that two paths to
// the same folder use the same lock.
function nameTaken(home: string): Promise<Lock | null> {
  const { dev, ino } = statSync(home, { bigint: true })
  const name = `kashkool-${dev}-${ino}`
  const server = createServer((socket) => socket.destroy())

  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`, () => {
      server.unref()
      resolve({ release: () => new Promise((done) => server.close(() => done())) })
    })
  })
}

// O_EXLOCK of BSD, which Node does not declare: it opens and locks a file in one step.
const O_EXLOCK = 0x20

async function fileLocked(home: string): Promise<Lock | null> {
  try {
    const file = openSync(
      join(home, 'lock'),
      constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | O_EXLOCK,
      0o600,
    )
    return { release: async () => closeSync(file) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return null
    throw error
  }
}
