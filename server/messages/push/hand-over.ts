import https from 'node:https'
import webpush from 'web-push'
import type { PushMessage } from '#contract/messages/push/push.ts'
import { isPushHost } from './push-hosts.rules.ts'
import type { Vapid } from './vapid.ts'

/** The settings for sending to a push service. `ca`: a certificate authority to trust in addition to the usual ones. */
export type PushService = { vapid: Vapid; contact: string; hosts: readonly string[]; ca?: string }

export type PushedTo = { endpoint: string; p256dh: string; auth: string }

/** `why` contains no person and no address. */
export type Pushed =
  | { is: 'delivered' }
  /** The browser has unsubscribed. */
  | { is: 'gone' }
  | { is: 'refused'; why: string }
  /** `after`: the time in ms after which the service wants the next attempt, if it says one. */
  | { is: 'failed'; why: string; after: number | null }

/** The longest duration of one push, in ms. */
export const pushTakes = 10_000

/** Sends a message to the push service of a browser, encrypted for that browser only (RFC 8291). `ttl` is in seconds. */
export async function sendPush(
  { vapid, contact, hosts, ca }: PushService,
  { endpoint, p256dh, auth }: PushedTo,
  message: PushMessage,
  ttl: number,
): Promise<Pushed> {
  // The list may have become shorter since the browser subscribed.
  if (!isPushHost(endpoint, hosts)) return { is: 'gone' }

  const { method, headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: contact, ...vapid },
      TTL: ttl,
      contentEncoding: 'aes128gcm',
      // If a service could not reach the device yet, it keeps only the last message of an event.
      topic: Buffer.from(message.tag.replaceAll('-', ''), 'hex').toString('base64url'),
    },
  )
  // The library is not used for sending, because it waits forever for a service that sends its answer very slowly.
  return new Promise((resolve) => {
    const call = https.request(endpoint, {
      method,
      headers: headers as Record<string, string>,
      agent: false,
      signal: AbortSignal.timeout(pushTakes),
      ...(ca && { ca }),
    })
    call.on('error', (problem: Error & { code?: string }) =>
      resolve({ is: 'failed', why: problem.code ?? problem.name, after: null }),
    )
    call.on('response', ({ statusCode = 0, headers: { 'retry-after': wait } }) => {
      call.destroy()
      resolve(outcomeOf(statusCode, wait))
    })
    call.end(body)
  })
}

/** A redirect is not followed and does not count as a delivery. */
function outcomeOf(status: number, wait: string | undefined): Pushed {
  if (status >= 200 && status <= 299) return { is: 'delivered' }
  if (status === 404 || status === 410) return { is: 'gone' }
  const why = `it answered ${status}`
  if (status === 429 || status >= 500) return { is: 'failed', why, after: wait ? Number(wait) * 1000 || null : null }
  return { is: 'refused', why }
}
