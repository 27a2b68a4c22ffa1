/** The content of a paper's code: 133 bytes, of which the last 64 are the signature over those before. */
export type PaperCode = { schoolId: string; id: string; day: string; hash: string }

const version = 1
const signedBytes = 1 + 16 + 16 + 4 + 32
const allBytes = signedBytes + 64
const oneDay = 86_400_000

/** The bytes that a school's key signs. `hash`: the SHA-256 of the canonical content as 64 hexadecimal digits. */
export function signedPart({ schoolId, id, day, hash }: PaperCode): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(signedBytes)
  bytes[0] = version
  bytes.set(ofHex(schoolId.replaceAll('-', '')), 1)
  bytes.set(ofHex(id.replaceAll('-', '')), 17)
  new DataView(bytes.buffer).setUint32(33, Date.parse(`${day}T00:00:00Z`) / oneDay)
  bytes.set(ofHex(hash), 37)
  return bytes
}

/** The code as it is written in an address: letters, digits, - and _. */
export function codeOf(signed: Uint8Array, signature: Uint8Array): string {
  const bytes = new Uint8Array(allBytes)
  bytes.set(signed)
  bytes.set(signature, signedBytes)
  return toText(bytes)
}

type ReadCode = PaperCode & { signed: Uint8Array<ArrayBuffer>; signature: Uint8Array<ArrayBuffer> }

/** The content of a code, even if its signature is wrong; null if the text does not have the form of a code. */
export function readCode(code: string): ReadCode | null {
  const bytes = fromText(code)
  // Unused bits of the last letter must be zero, so that there is only one text for each code.
  if (bytes?.length !== allBytes || bytes[0] !== version || toText(bytes) !== code) return null
  const days = new DataView(bytes.buffer).getUint32(33)
  // The last day whose year has four digits.
  if (days > 2_932_896) return null
  return {
    schoolId: toId(bytes.subarray(1, 17)),
    id: toId(bytes.subarray(17, 33)),
    day: new Date(days * oneDay).toISOString().slice(0, 10),
    hash: toHex(bytes.subarray(37, signedBytes)),
    signed: bytes.slice(0, signedBytes),
    signature: bytes.slice(signedBytes),
  }
}

/** The code in a scanned or pasted text: an address that ends with it, or the code alone. */
export const pastedCode = (text: string) => text.trim().replace(/^.*#/s, '')

export function toText(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function fromText(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (letter) => letter.codePointAt(0)!)
}

const ofHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const toId = (bytes: Uint8Array) => toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
