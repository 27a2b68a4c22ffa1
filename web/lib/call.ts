import { identity } from '#contract/platform/identity/identity.ts'
import { type Answered, caller, Refused, type WireRequest } from '#contract/language/caller.ts'
import { takeEarlyRequest } from './early-requests.ts'
import { inTime } from './in-time.ts'
import { acrossSessions } from './session-end.ts'

/** Typed calls to the server; throws `Refused`, TypeError without a network, or `Unanswered`. */
export const call = caller((sent) => {
  const request = () => inTime((signal, begun) => overFetch(sent, signal, begun), sent)
  return ofSessions.has(sent.path) ? request() : acrossSessions(request, sent.signal)
})

/** These begin, read and end sessions themselves, so they never wait for one. */
const ofSessions: ReadonlySet<string> = new Set([identity.login.path, identity.me.path, identity.logout.path])

async function overFetch(
  { method, path, body, key }: WireRequest,
  signal: AbortSignal,
  begun: () => void,
): Promise<Answered> {
  const text = method === 'POST' ? JSON.stringify(body) : undefined
  const early = key === undefined && takeEarlyRequest(method, path, text)
  const request = () =>
    fetch(`/${path}`, {
      method,
      credentials: 'same-origin',
      signal,
      headers: {
        accept: 'application/json, application/problem+json',
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(text !== undefined && { body: text }),
    })
  const answer = await (early ? early.catch(request) : request())
  begun()
  const json = await answer.json().catch(() => null)
  if (!answer.ok) throw refusedBy(answer, json)

  const total = answer.headers.get('x-total-count')
  return { status: answer.status, body: json, total: total === null ? null : Number(total) }
}

function refusedBy(
  answer: Response,
  problem: { detail?: string; errors?: Record<string, string[]>; current?: unknown } | null,
) {
  const wait = Number(answer.headers.get('retry-after'))
  return new Refused(answer.status, problem?.detail ?? 'Something went wrong', { ...problem, retryAfter: wait || null })
}
