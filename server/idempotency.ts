import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import type { Caller } from './authorise.ts'
import type { Db } from './db/db.ts'
import { conflict, invalid, keyReused } from './errors.ts'
import { insertAnswer, type KeptKey, lockKey, storedAnswer } from './idempotency.queries.ts'

/** The key of a write that is to happen once however often it is sent (api.md §8.2); null where none was sent or counts. */
export function keyOf(operation: Operation, caller: Caller | null, request: FastifyRequest): KeptKey | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || !operation.writes || operation.secret || !caller) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,128}$/.test(key)) throw invalid('Invalid input')

  const requestHash = createHash('sha256')
    .update(JSON.stringify(request.body ?? {}))
    .digest()
  return { person: caller.id, operation: operation.path, key, requestHash }
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
