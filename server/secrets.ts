import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What only this installation can compute. Each purpose has a key of its own, so that no value serves for another. */
export type Secrets = {
  /** A keyed hash of a text: the same for the same text, and useless without the key. */
  hmac: (purpose: string, text: string) => Buffer
  /** A text enciphered and protected against change (AES-256-GCM). */
  seal: (purpose: string, text: string) => Buffer
  /** The text again. Throws when it was changed, or sealed for another purpose. */
  open: (purpose: string, sealed: Buffer) => string
}

/** Secrets derived from the installation's key. */
export function secretsOf(key: Buffer): Secrets {
  const keys = new Map<string, Buffer>()
  const keyOf = (purpose: string) => {
    const known = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, 'kashkool', purpose, 32))
    keys.set(purpose, known)
    return known
  }
  return {
    hmac: (purpose, text) => createHmac('sha256', keyOf(purpose)).update(text).digest(),
    seal(purpose, text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf(purpose), nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(purpose, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', keyOf(purpose), sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(-16))
      return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
  }
}

/** The key named by the operator, or the one kept in the data folder, made at the first start. Readable by its owner only. */
export function installationKey({ secret, dataDir }: { secret: string | null; dataDir: string }): Buffer {
  if (secret) return Buffer.from(secret, 'utf8')

  const file = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (taken) {
    if ((taken as NodeJS.ErrnoException).code !== 'EEXIST') throw taken
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'utf8')
}
