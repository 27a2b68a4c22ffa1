import { randomBytes } from 'node:crypto'

let last = 0n

/**
 * A new uuid of version 7: 48 bits of milliseconds, 12 bits of counter, 62 random bits. It increases with every call in a
 * process.
 */
export function newId(): string {
  const now = BigInt(Date.now()) << 12n
  last = now > last ? now : last + 1n

  const bytes = randomBytes(16)
  bytes.writeUIntBE(Number(last >> 12n), 0, 6)
  bytes.writeUInt16BE(0x7000 | Number(last & 0xfffn), 6)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
