import type { FastifyRequest } from 'fastify'
import type { Operation } from '#contract/language/operation.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid, keyReused } from '#server/base/errors.ts'
import { insertAnswer, type KeptKey, lockKey, storedAnswer, waitForKey } from './idempotency.queries.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Caller } from '#server/access/caller.ts'

/**
 * The idempotency keys of a write that must be done only once, however often it is sent (api.md §8.2): one in the header, and
 * for some operations one in the body. Only a keyed hash of the request is stored, because a plain hash of a body with a
 * password or phone number could be found by guessing.
 */
export function idempotencyKeys(
  operation: Operation,
  caller: Caller | null,
  request: FastifyRequest,
  { input, secrets }: { input: Record<string, unknown>; secrets: Secrets },
): KeptKey[] {
  if (!operation.writes || operation.secret) return []
  const inHeader = request.headers['idempotency-key']
  if (inHeader !== undefined && (typeof inHeader !== 'string' || !/^[\x21-\x7e]{8,128}$/.test(inHeader)))
    throw invalid('Invalid input')
  const inBody = operation.onceBy === null ? null : ((input[operation.onceBy] as string | null | undefined) ?? null)

  const person = caller?.id ?? visitorOf(input, secrets)
  if (person === null) return []
  const requestHash = secrets.hmac('request', JSON.stringify(request.body ?? {}))
  const kept = { person, operation: operation.path, requestHash }
  return [
    ...(inHeader === undefined ? [] : [{ ...kept, key: inHeader, isOfClient: inHeader === inBody, waits: false }]),
    ...(inBody === null || inBody === inHeader ? [] : [{ ...kept, key: inBody, isOfClient: true, waits: true }]),
  ]
}

/** A visitor is identified by the grant or the phone number that they send. */
function visitorOf({ grant, phoneNumber }: Record<string, unknown>, secrets: Secrets) {
  const known = grant ?? phoneNumber
  return typeof known === 'string' ? `visitor ${secrets.hmac('visitor', known).toString('base64url')}` : null
}

/**
 * The first answer to one of these keys. A key in the header throws 422 if its request was different, and 409 while the first
 * call is running. A key in the body comes from a device that was offline: it waits for the first call, and what that call
 * stored is what counts.
 */
export async function answeredBefore(db: Db, keys: KeptKey[]) {
  for (const key of keys) {
    if (key.waits) await waitForKey(db, key)
    else if (!(await lockKey(db, key))) throw conflict('This request is already being handled')

    const stored = await storedAnswer(db, key)
    if (stored && !key.waits && !key.requestHash.equals(stored.requestHash)) throw keyReused()
    if (stored) return { answer: stored.answer, replayed: !key.waits }
  }
  return null
}

/** Stores the answer in the same transaction as its effect. */
export async function keepAnswer(db: Db, keys: KeptKey[], answer: string) {
  for (const key of keys) await insertAnswer(db, key, answer)
}
