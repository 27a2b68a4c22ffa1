import { type Breaker, breaker } from '#server/outbox/breaker.ts'
import { GatewayAway, isRefused } from './away.ts'
import type { CallGateway, PaymentGateway, MakeGateway, OfAccount } from './gateway.ts'
import { jsonObject } from './json.ts'
import { moyasar } from './moyasar.ts'
import { paymob } from './paymob.ts'

/** Where each host is reached; keys go to these and to no other. */
export type PaymentHosts = Readonly<Record<string, string>>

export type GatewayFigures = {
  /** How long (ms) one call may take, and how many bytes it may answer. */
  timeout: number
  bytes: number
  /** After so many failures in a row a host is left alone for `rest` ms. */
  failures: number
  rest: number
}

export const gatewayFigures: GatewayFigures = { timeout: 8000, bytes: 256 * 1024, failures: 5, rest: 30_000 }

export type Gateways = { hosts: () => string[]; of: (account: OfAccount) => PaymentGateway }

const makers: Record<OfAccount['gateway'], MakeGateway> = { paymob, moyasar }

/** The gateways that this installation may call. The breaker of a host is shared by all schools. */
export function gatewaysOf(hosts: PaymentHosts, own: Partial<GatewayFigures> = {}): Gateways {
  const figures = { ...gatewayFigures, ...own }
  const breakers = new Map<string, Breaker>()
  return {
    hosts: () => Object.keys(hosts),
    of({ gateway, host, keys }) {
      const origin = Object.hasOwn(hosts, host) ? hosts[host] : undefined
      const known = breakers.get(host) ?? breaker(figures)
      breakers.set(host, known)
      const call: CallGateway = (path, sent) => {
        if (origin === undefined) throw new GatewayAway('its host is not in PAYMENT_HOSTS')
        return guarded(known, () => sentTo(new URL(path, origin), sent, figures))
      }
      return makers[gateway](keys, call, origin ?? '')
    },
  }
}

async function guarded<T extends { status: number }>(known: Breaker, call: () => Promise<T>): Promise<T> {
  if (known.capacity(0) < 1) throw new GatewayAway('it is left alone for a while after failures')
  try {
    const answer = await call()
    known.succeeded()
    return answer
  } catch (problem) {
    if (!isRefused(problem)) known.failed()
    throw problem
  }
}

async function sentTo(
  url: URL,
  { method = 'POST', headers, body }: Parameters<CallGateway>[1],
  { timeout, bytes }: GatewayFigures,
) {
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        ...headers,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirection would take the keys elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    const text = await limited(answer, bytes)
    if (answer.status >= 500 || answer.status === 429) throw new GatewayAway(`it answered ${answer.status}`)
    if (!answer.ok && answer.status !== 404)
      throw new GatewayAway(`it refused with ${answer.status}`, { refused: answer.status })
    return { status: answer.status, json: jsonObject(text) }
  } catch (problem) {
    if (problem instanceof GatewayAway) throw problem
    // What fetch throws may name the address with what stands in it.
    throw new GatewayAway(
      problem instanceof Error ? `it could not be reached: ${problem.name}` : 'it could not be reached',
    )
  }
}

async function limited(answer: Response, bytes: number) {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.length
    if (size > bytes) throw new GatewayAway('it answered too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
