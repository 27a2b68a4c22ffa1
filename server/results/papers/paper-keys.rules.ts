import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { codeOf, type PaperCode, signedPart } from '#contract/results/papers/paper-code.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { insertKey, latestKey } from './paper-keys.queries.ts'

type SigningKey = { id: string; key: KeyObject }

const purpose = 'papers'

/**
 * The key with which a school signs now, created for its first paper. If a key can no longer be decrypted because the installation's key
 * was lost, a new one replaces it: what the old one signed can still be verified, but it signs nothing more.
 */
export async function signingKey(db: Db, secrets: Secrets, schoolId: string): Promise<SigningKey> {
  const latest = await latestKey(db, schoolId)
  const opened = latest && openedKey(secrets, latest.sealedPrivate)
  if (latest && opened) return { id: latest.id, key: opened }

  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const id = newId()
  await insertKey(db, {
    schoolId,
    id,
    publicKey: Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'),
    sealedPrivate: secrets.seal(purpose, privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')),
  })
  return { id, key: privateKey }
}

/** The content of a paper's QR code. */
export function signedCode({ key }: SigningKey, paper: PaperCode): string {
  const signed = signedPart(paper)
  return codeOf(signed, sign(null, signed, key))
}

function openedKey(secrets: Secrets, sealed: Buffer): KeyObject | null {
  try {
    return createPrivateKey({
      key: Buffer.from(secrets.open(purpose, sealed), 'base64'),
      format: 'der',
      type: 'pkcs8',
    })
  } catch {
    return null
  }
}
