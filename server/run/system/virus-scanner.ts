import { connect } from 'node:net'
import { busy, infected } from '#server/base/errors.ts'

/** Where a virus scanner listens: a host and a port, or the path of a socket. */
export type ScannerPlace = { host: string; port: number } | { path: string }

/** Throws 400 for a file that the scanner reports, 503 while the scanner does not answer. */
export type Scan = (bytes: Buffer) => Promise<void>

/** Size of one chunk that is sent to the scanner, in bytes. */
const piece = 256 * 1024

/** Without a scanner every file passes; the code that parses it still validates it. */
export const noScanner: Scan = async () => {}

/**
 * Sends a file to a ClamAV daemon with the command INSTREAM (clamd(8)): chunks, each after its length in four bytes, and a length of
 * zero at the end. A file without an answer within `milliseconds` is refused.
 */
export function virusScanner(place: ScannerPlace, milliseconds = 5000): Scan {
  return async (bytes) => {
    const answer = await answered(place, bytes, milliseconds)
    if (answer.endsWith(' FOUND')) throw infected()
    if (answer !== 'stream: OK') throw busy(`the virus scanner answered "${answer}"`)
  }
}

const answered = (place: ScannerPlace, bytes: Buffer, milliseconds: number) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(place)
    let text = ''
    const failed = (why: string) => {
      socket.destroy()
      reject(busy(`the virus scanner ${why}`))
    }
    const timer = setTimeout(() => failed('did not answer in time'), milliseconds)
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', ({ message }) => failed(`is not there: ${message}`))
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(text.replaceAll('\0', '').trim())
    })
    socket.write('zINSTREAM\0')
    for (let from = 0; from < bytes.length; from += piece) {
      const part = bytes.subarray(from, from + piece)
      socket.write(lengthOf(part.length))
      socket.write(part)
    }
    socket.write(lengthOf(0))
  })

function lengthOf(bytes: number) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}
