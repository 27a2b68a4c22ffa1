import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Codes of authenticator apps (RFC 6238 with what all of them know: SHA-1, 6 digits, 30 seconds). */
export const newSharedSecret = () => base32(randomBytes(20))

/** The time step of a code that is right now, one step before or after; null for a wrong one, or one of a step used up. */
export function stepOf(secret: string, code: string, { now, lastStep }: { now: number; lastStep: number | null }) {
  const current = stepAt(now)
  const right = [current, current - 1, current + 1].filter(
    (step) => step > (lastStep ?? -1) && same(codeAt(secret, step), code),
  )
  return right[0] ?? null
}

/** The step of an instant in ms since 1970. */
export const stepAt = (now: number) => Math.floor(now / 30_000)

export function codeAt(secret: string, step: number) {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', bytesOf(secret)).update(message).digest()
  const cut = hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff
  return String(cut % 1_000_000).padStart(6, '0')
}

/** What an app reads, typed or shown as a picture. */
export const otpauthUri = (secret: string, phone: string) =>
  `otpauth://totp/Kashkool:${phone}?secret=${secret}&issuer=Kashkool&algorithm=SHA1&digits=6&period=30`

const same = (right: string, code: string) => code.length === 6 && timingSafeEqual(hashed(right), hashed(code))

/** Texts of any kind as bytes of one length. */
const hashed = (text: string) => createHmac('sha256', 'code').update(text).digest()

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, of bytes whose bits make whole letters. */
const base32 = (bytes: Buffer) =>
  bitsOf(bytes)
    .match(/.{5}/g)!
    .map((five) => alphabet[Number.parseInt(five, 2)])
    .join('')

function bytesOf(text: string) {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((eight) => Number.parseInt(eight, 2)))
}

const bitsOf = (bytes: Buffer) => [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
