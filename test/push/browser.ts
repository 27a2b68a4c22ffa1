import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { PushMessage } from '#contract/messages/push/push.ts'
import type { PushRequest } from './host.ts'

let browsers = 0

/** A browser that subscribed at a push service: the keys it gives our server, and how it reads messages (RFC 8291). */
export function pushBrowser(host: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const path = `/push/${++browsers}`

  function read({ body }: PushRequest): PushMessage {
    const salt = body.subarray(0, 16)
    const server = body.subarray(21, 21 + body[20]!)
    const sealed = body.subarray(21 + body[20]!)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), server])
    const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(server), auth, info, 32))
    const part = (name: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes))
    const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'))
  }

  return {
    subscription: {
      endpoint: `https://${host}${path}`,
      p256dh: pair.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    /** The messages for this browser among all that a service got, decrypted by it. */
    messages: (requests: PushRequest[]) => requests.filter((one) => one.path === path).map(read),
  }
}

/** The sender of a push, proven by the signature (VAPID, RFC 8292). Throws when the signature is forged. */
export function senderOf({ headers }: PushRequest) {
  const [, token, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '')!
  const [head, claims, signature] = token!.split('.')
  const [x, y] = [1, 33].map((at) =>
    Buffer.from(key!, 'base64url')
      .subarray(at, at + 32)
      .toString('base64url'),
  )
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  if (!signed) throw new Error('The signature is not of that key')
  return { key: key!, ...(JSON.parse(Buffer.from(claims!, 'base64url').toString()) as Record<'aud' | 'sub', string>) }
}
