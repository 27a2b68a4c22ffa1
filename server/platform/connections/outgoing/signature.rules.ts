import { createHmac, randomBytes } from 'node:crypto'

/** How secrets begin by the convention of Standard Webhooks (standardwebhooks.com); base64 follows. */
const prefix = 'whsec_'

export const newSigningSecret = () => prefix + randomBytes(32).toString('base64')

type Message = { id: string; sentAt: Date; body: string; secrets: readonly string[] }

/** The headers of Standard Webhooks: by which the receiver knows a message again, when it was sent, and a signature by each secret. */
export function signedHeaders({ id, sentAt, body, secrets }: Message): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
