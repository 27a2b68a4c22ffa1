import type { Secrets } from '#server/base/secrets.ts'

/** The purpose with which secrets of webhooks are sealed. */
const purpose = 'webhook'

export const sealedSecret = (secrets: Secrets, secret: string) => secrets.seal(purpose, secret)

/** A secret; null if it was sealed with another secret of the installation. */
export function openedSecret(secrets: Secrets, sealed: Buffer): string | null {
  try {
    return secrets.open(purpose, sealed)
  } catch {
    return null
  }
}

type Message = { event: string; createDate: string; data: unknown }

/** The body of a message, the same at every try. */
export const messageBody = ({ event, createDate, data }: Message) =>
  JSON.stringify({ type: event, timestamp: new Date(createDate).toISOString(), data })
