import { closeSync, constants, openSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export type Lock = { release: () => Promise<void> }

/**
 * Locks the data for this process alone; null when another process has them. The kernel releases the lock when the
 * process ends, however it ends, so a killed Kashkool never locks out the next.
 */
export const lockOf = (home: string): Promise<Lock | null> =>
  process.platform === 'linux' || process.platform === 'win32' ? nameTaken(home) : fileLocked(home)

// An abstract socket (or a named pipe) is only a name with an owner. It is made of the folder's number, so that two
// paths to one folder meet.
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

// BSD's O_EXLOCK, which Node does not name: open and flock in one step.
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
