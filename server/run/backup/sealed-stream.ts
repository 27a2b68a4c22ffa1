import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A file of a backup is not what was written: it was changed, cut off, swapped, or encrypted with another key. */
export class Damaged extends Error {}

const magic = Buffer.from('KKB1')
const saltLength = 16
const tagLength = 16
const pieceLength = 256 * 1024

/**
 * Encrypts a stream and protects it against changes (AES-256-GCM). The key of each file is also derived from its name, so that one file
 * cannot replace another. A file consists of numbered pieces, the last of them marked. So every piece is checked before it is used, and a
 * missing end is noticed.
 */
export const sealing = (key: Buffer, name: string) =>
  async function* seal(source: AsyncIterable<Uint8Array>) {
    const salt = randomBytes(saltLength)
    const ofFile = keyOfFile(key, name, salt)
    yield Buffer.concat([magic, salt])
    let nth = 0
    for await (const { piece, last } of inPieces(source, pieceLength)) {
      const cipher = createCipheriv('aes-256-gcm', ofFile, nonceOf(nth++, last))
      yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    }
  }

/** Decrypts a stream. Throws Damaged if it is not what was encrypted under this name with this key. */
export const opening = (key: Buffer, name: string) =>
  async function* open(source: AsyncIterable<Uint8Array>) {
    const header = magic.length + saltLength
    let ofFile: Buffer | null = null
    let nth = 0
    for await (const { piece, last, start } of inPieces(source, pieceLength + tagLength, header)) {
      if (start) ofFile = keyFrom(start, key, name)
      if (!ofFile || piece.length < tagLength) throw damaged(name)
      yield opened(piece, ofFile, nonceOf(nth++, last), name)
    }
  }

function keyFrom(start: Buffer, key: Buffer, name: string) {
  if (!start.subarray(0, magic.length).equals(magic)) throw damaged(name)
  return keyOfFile(key, name, start.subarray(magic.length))
}

function opened(piece: Buffer, key: Buffer, nonce: Buffer, name: string) {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAuthTag(piece.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -tagLength)), decipher.final()])
  } catch {
    throw damaged(name)
  }
}

const damaged = (name: string) => new Damaged(`${name} is damaged, cut off, or sealed with another BACKUP_KEY.`)

const keyOfFile = (key: Buffer, name: string, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, salt, `kashkool backup ${name}`, 32))

function nonceOf(nth: number, last: boolean) {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(nth, 5, 6)
  nonce[11] = last ? 1 : 0
  return nonce
}

/** A stream in pieces of equal length; the last may be shorter or even empty. The bytes `before` come together with the first piece. */
async function* inPieces(source: AsyncIterable<Uint8Array>, length: number, before = 0) {
  let waiting: Buffer[] = []
  let held = 0
  let start: Buffer | undefined
  const take = (bytes: number) => {
    const all = Buffer.concat(waiting)
    waiting = [all.subarray(bytes)]
    held -= bytes
    return all.subarray(0, bytes)
  }
  const withStart = () => {
    if (before && !start && held >= before) {
      start = take(before)
      return { start }
    }
    return {}
  }
  for await (const chunk of source) {
    waiting.push(Buffer.from(chunk))
    held += chunk.length
    if (held <= length + before) continue
    while (held > length + (start ? 0 : before)) {
      const first = withStart()
      yield { piece: take(length), last: false, ...first }
    }
  }
  const first = withStart()
  yield { piece: take(held), last: true, ...first }
}
