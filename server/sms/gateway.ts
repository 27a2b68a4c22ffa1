import http from 'node:http'
import https from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import type { Delivery } from '#server/outbox/worker.ts'
import { bodyKindOf, type Gateway } from './sms-settings.ts'
import { type Filling, filled } from './template.ts'

/**
 * Sends one message to the gateway. Not by fetch, which cannot distinguish a gateway that was never reached, where the
 * message surely did not arrive, from one that took it and did not answer. Redirects are not followed.
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
      // A connection of its own each time: one kept open may be closed by the other side just when it is used.
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

/** Header names are matched without regard to case, so that ours give way to the operator's. */
const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

async function outcomeOf({ success }: Gateway, answer: http.IncomingMessage): Promise<Delivery> {
  const status = answer.statusCode ?? 0
  // 400 and 422 speak of this message, everything else of the gateway or of our account there.
  if (status < 200 || status > 299)
    return { is: 'failed', why: `it answered ${status}`, sick: status !== 400 && status !== 422 }
  if (success === null || (await textOf(answer)).includes(success)) return { is: 'delivered' }
  return { is: 'failed', why: `it answered ${status} without SMS_SUCCESS`, sick: true }
}
