import http from 'node:http'
import https from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import type { Delivery } from '#server/outbox/worker.ts'
import { bodyKindOf, type Gateway } from './sms-settings.ts'
import { type Filling, filled } from './template.ts'

/**
 * Sends one message to the gateway. `fetch` is not used, because it cannot distinguish two cases: the gateway was never
 * reached, so the message certainly did not arrive; or the gateway accepted it and did not answer. Redirects are not followed.
 */
export function sendToGateway(gateway: Gateway, message: Filling): Promise<Delivery> {
  const url = new URL(filled(gateway.url, message, 'form'))
  const kind = bodyKindOf(gateway)
  const body = gateway.body === null ? undefined : filled(gateway.body, message, kind)
  const secure = url.protocol === 'https:'
  const started = { handedOver: false }

  return new Promise((resolve) => {
    const noAnswer = (problem: Error & { code?: string }) => {
      const why =
        problem.name === 'AbortError' ? `no answer within ${gateway.timeout} ms` : (problem.code ?? problem.name)
      resolve(started.handedOver ? { is: 'unsure', why } : { is: 'failed', why, sick: true })
    }
    const call = (secure ? https : http).request(url, {
      method: gateway.method,
      headers: { ...(body !== undefined && { 'content-type': contentTypes[kind] }), ...lowerCase(gateway.headers) },
      // A new connection for each message, because the gateway may close a reused connection just when it is used.
      agent: false,
      signal: AbortSignal.timeout(gateway.timeout),
    })
    call.on('socket', (socket) =>
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        started.handedOver = true
      }),
    )
    call.on('error', noAnswer)
    call.on('response', (answer) => {
      outcomeOf(gateway, answer)
        .then(resolve, noAnswer)
        .finally(() => call.destroy())
    })
    call.end(body)
  })
}

const contentTypes = { json: 'application/json; charset=utf-8', form: 'application/x-www-form-urlencoded' }

/** Header names are compared without case, so that the operator's headers replace ours. */
const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

async function outcomeOf({ success }: Gateway, answer: http.IncomingMessage): Promise<Delivery> {
  const status = answer.statusCode ?? 0
  // 400 and 422 are about this message. All other codes are about the gateway or our account there.
  if (status < 200 || status > 299)
    return { is: 'failed', why: `it answered ${status}`, sick: status !== 400 && status !== 422 }
  if (success === null || (await textOf(answer)).includes(success)) return { is: 'delivered' }
  return { is: 'failed', why: `it answered ${status} without SMS_SUCCESS`, sick: true }
}
