import { createECDH } from 'node:crypto'
import type { Secrets } from '#server/secrets.ts'

/** The key pair that identifies this installation to push services (VAPID), as base64url. */
export type Vapid = { publicKey: string; privateKey: string }

/**
 * The pair that belongs to the installation's key, which is made at the first start and kept: the same at every start and
 * in every process.
 */
export function vapidOf(secrets: Secrets): Vapid {
  const pair = createECDH('prime256v1')
  for (let n = 0; ; n++) {
    const number = secrets.hmac('push', String(n))
    try {
      pair.setPrivateKey(number)
    } catch {
      // One number in four thousand million is no key of the curve.
      continue
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: number.toString('base64url') }
  }
}

/** Whether 65 bytes are a point of the curve: with anything else nothing could be enciphered for that browser. */
export function isPublicKey(p256dh: string) {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}
