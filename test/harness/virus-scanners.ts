import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createConnection, createServer } from 'node:net'

/** The text that the scanners of the tests report as harmful; it is harmless. */
export const harmful = Buffer.from('KASHKOOL-HARMFUL-SAMPLE-OF-THE-TESTS')

/** A scanner on a socket of its own. */
export type Scanner = { path: string; stop: () => Promise<void> }

/** A scanner of our own that checks the protocol strictly and knows one harmful text. */
export async function scannerOfOurs(): Promise<Scanner> {
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-scanner-'))
  const path = join(folder, 'socket')
  const server = createServer((socket) => {
    let came = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      came = Buffer.concat([came, chunk])
      const file = fileIn(came)
      if (file) socket.end(file.includes(harmful) ? 'stream: Sample FOUND\0' : 'stream: OK\0')
    })
  })
  server.listen(path)
  await once(server, 'listening')
  return {
    path,
    async stop() {
      server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The file that was sent, once it is complete. Throws if the protocol is violated. */
function fileIn(came: Buffer) {
  const command = 'zINSTREAM\0'
  if (came.length < command.length) return null
  if (!came.subarray(0, command.length).equals(Buffer.from(command))) throw new Error('another command')
  const pieces: Buffer[] = []
  for (let at = command.length; came.length >= at + 4; ) {
    const length = came.readUInt32BE(at)
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(came.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return null
}

/** ClamAV's daemon with that one signature, because the real signatures cannot be downloaded during tests. */
export async function clamav(): Promise<Scanner> {
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-clamav-'))
  const path = join(folder, 'socket')
  writeFileSync(join(folder, 'own.ndb'), `Kashkool.Sample:0:*:${harmful.toString('hex')}\n`)
  const settings = `Foreground yes\nLocalSocket ${path}\nDatabaseDirectory ${folder}\nPidFile ${folder}/pid\n`
  writeFileSync(join(folder, 'clamd.conf'), settings)
  const child = spawn('clamd', ['-c', join(folder, 'clamd.conf')], { stdio: 'ignore' })
  for (let tries = 0; !(await answers(path)); tries++) {
    if (tries === 300) throw new Error('clamd does not answer')
    await setTimeout(100)
  }
  return {
    path,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(path)
    socket.on('error', () => resolve(false))
    socket.on('data', (answer) => resolve(answer.toString().startsWith('PONG')))
    socket.write('zPING\0')
  })
