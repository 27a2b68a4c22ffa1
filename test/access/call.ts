import type { Operation } from '#contract/language/operation.ts'
import { idOf } from '#test/world/ids.ts'
import { freshPhone } from './calls-of-people.ts'
import type { Ground, Plan } from './plan.ts'
import { watched, type Written } from './undone.ts'

/** An answer, in the wire's form. */
export type Answer = { status: number; headers: Record<string, unknown>; text: string }

/** `undone`: nothing of the call was stored, not even its audit line. */
export type Call = Plan & { answer: Answer; written: Written; undone?: boolean }

export async function call({ app }: Pick<Ground, 'app'>, plan: Plan): Promise<Call> {
  const { operation, persona } = plan
  const { made: reply, written } = await watched(() =>
    app.inject({
      method: operation.method,
      url: `/${operation.path}`,
      headers: persona.secret ? { authorization: `Bearer ${persona.secret}` } : {},
      ...(operation.method === 'POST' && { payload: onceOnly(operation, plan.body) }),
    }),
  )
  return { ...plan, answer: { status: reply.statusCode, headers: reply.headers, text: reply.body }, written }
}

let calls = 0

/**
 * Makes what counts only once different each time: failed sign-ins delay the next try from that phone, codes are rarely sent to the same phone, and a
 * save repeated by a phone gets the first answer again.
 */
function onceOnly({ path }: Operation, body: Record<string, unknown>) {
  if (body.phoneNumber === freshPhone || path === 'API/Identity/Login')
    return { ...body, phoneNumber: `0129${String(++calls).padStart(7, '0')}` }
  return body.clientOperationId === idOf('operation', 'fresh')
    ? { ...body, clientOperationId: idOf('operation', ++calls) }
    : body
}

/** An answer's bytes without what is unique in every answer. */
export function bytesOf({ status, headers, text }: Answer) {
  const { 'x-request-id': _, date: __, ...same } = headers
  return JSON.stringify([status, same, text])
}

/** A few calls at a time. With more connections, statements would be prepared and planned more often than they run. */
export async function inParallel<T, R>(all: T[], work: (one: T) => Promise<R>, atOnce = 3): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    while (next < all.length) {
      const at = next++
      results[at] = await work(all[at]!)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
