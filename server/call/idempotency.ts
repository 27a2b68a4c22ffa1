import type { FastifyRequest } from 'fastify'
import type { Operation } from '#contract/language/operation.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid, keyReused } from './errors.ts'
import { insertAnswer, type KeptKey, lockKey, storedAnswer } from './idempotency.queries.ts'
import type { Secrets } from '#server/secrets.ts'
import type { Caller } from '#server/access/caller.ts'

/**
 * The key of a write that is to happen once however often it is sent (api.md §8.2); null where none was sent or counts. Of
 * the request a keyed hash is kept: a plain one of a body with a password or a phone in it could be guessed at.
 */
export function keyOf(
  operation: Operation,
  caller: Caller | null,
  request: FastifyRequest,
  { input, secrets }: { input: Record<string, unknown>; secrets: Secrets },
): KeptKey | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || !operation.writes || operation.secret) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,128}$/.test(key)) throw invalid('Invalid input')

  const person = caller?.id ?? visitorOf(input, secrets)
  const requestHash = secrets.hmac('request', JSON.stringify(request.body ?? {}))
  return person === null ? null : { person, operation: operation.path, key, requestHash }
}

/** A visitor is known by the grant or the phone he sends. */
function visitorOf({ grant, phoneNumber }: Record<string, unknown>, secrets: Secrets) {
  const known = grant ?? phoneNumber
  return typeof known === 'string' ? `visitor ${secrets.hmac('visitor', known).toString('base64url')}` : null
}

/** The first answer to this key. Throws 422 when its request was another, 409 while the first call still runs. */
export async function answeredBefore(db: Db, key: KeptKey) {
  if (!(await lockKey(db, key))) throw conflict('This request is already being handled')

  const stored = await storedAnswer(db, key)
  if (stored && !key.requestHash.equals(stored.requestHash)) throw keyReused()
  return stored
}

/** Keeps an answer in the transaction of its effect. */
export const keepAnswer = (db: Db, key: KeptKey, answer: unknown) => insertAnswer(db, key, JSON.stringify(answer))
