import { createECDH } from 'node:crypto'
import type { Secrets } from '#server/base/secrets.ts'

/** The key pair that identifies this installation to push services (VAPID), as base64url. */
export type Vapid = { publicKey: string; privateKey: string }

/**
 * The key pair, derived from the key of the installation, which is created at the first start and stored. It is the same after
 * every start and in every process.
 */
export function vapidOf(secrets: Secrets): Vapid {
  const pair = createECDH('prime256v1')
  for (let n = 0; ; n++) {
    const number = secrets.hmac('push', String(n))
    try {
      pair.setPrivateKey(number)
    } catch {
      // About one number in four thousand million is not a valid key of the curve.
      continue
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: number.toString('base64url') }
  }
}

/** Whether these 65 bytes are a point of the curve. Otherwise nothing could be encrypted for the browser. */
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
