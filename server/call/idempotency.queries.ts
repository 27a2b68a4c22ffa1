import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * `isOfClient`: a device created the key, for an operation that it may send again much later. `waits`: waits until the first
 * call has ended.
 */
export type KeptKey = {
  person: string
  operation: string
  key: string
  requestHash: Buffer
  isOfClient: boolean
  waits: boolean
}

/** Locks the key until the end of this transaction; false if another call has locked it. */
export async function lockKey(db: Db, key: KeptKey) {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lockOf(key)}) as taken`.execute(db)
  return rows[0]!.taken
}

/** The same, but waits until the call that has locked the key has ended. */
export const waitForKey = (db: Db, key: KeptKey) => sql`select pg_advisory_xact_lock(${lockOf(key)})`.execute(db)

const lockOf = ({ person, operation, key }: KeptKey) => sql`hashtextextended(${`${person} ${operation} ${key}`}, 0)`

export const storedAnswer = (db: Db, { person, operation, key }: KeptKey) =>
  db
    .selectFrom('idempotencyKeys')
    .where('person', '=', person)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .select(['requestHash', 'answer'])
    .executeTakeFirst()

export const insertAnswer = (db: Db, { person, operation, key, requestHash, isOfClient }: KeptKey, answer: string) =>
  db
    .insertInto('idempotencyKeys')
    .values({ person, operation, key, requestHash, isOfClient, status: 200, answer })
    .execute()
