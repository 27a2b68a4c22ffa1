import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.ts'

/** Cryptography with the installation's key. Each purpose has a derived key, so that a value made for one cannot be used for another. */
export type Secrets = {
  /** A keyed hash (HMAC) of a text: equal for equal texts, and impossible to compute without the key. */
  hmac: (purpose: string, text: string) => Buffer
  /** A text, encrypted and authenticated (AES-256-GCM). */
  seal: (purpose: string, text: string) => Buffer
  /** The decrypted text. Throws when it was changed, or sealed for another purpose. */
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

/** As long as the one that the first start makes, or longer. A file that was cut off must not become a key that can be guessed. */
const shortest = 32

/**
 * The key that the operator configured, else the one in the data folder, which the first start creates readable by its owner only. Throws
 * CannotStart if that file is not whole.
 */
export function installationKey({ secret, dataDir }: { secret: string | null; dataDir: string }): Buffer {
  if (secret) return Buffer.from(secret, 'utf8')

  const file = join(dataDir, 'secret')
  if (!existsSync(file)) makeKey(dataDir, file)
  const text = readFileSync(file, 'utf8').trim()
  if (text.length < shortest)
    throw new CannotStart(
      `The file ${file} is cut off: a secret has at least ${shortest} characters. Put the secret of this installation back, from a restored copy or from where you keep it. If nothing was stored yet, remove the file.`,
    )
  return Buffer.from(text, 'utf8')
}

/** The file appears whole or not at all, also when the process is killed or another one makes it at the same time. */
function makeKey(dataDir: string, file: string) {
  mkdirSync(dataDir, { recursive: true })
  const unfinished = `${file}.new-${randomBytes(4).toString('hex')}`
  try {
    writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
    linkSync(unfinished, file)
  } catch (taken) {
    if ((taken as NodeJS.ErrnoException).code !== 'EEXIST') throw taken
  } finally {
    rmSync(unfinished, { force: true })
  }
}
