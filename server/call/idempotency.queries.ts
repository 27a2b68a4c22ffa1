import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type KeptKey = { person: string; operation: string; key: string; requestHash: Buffer }

/** Takes the key for the length of this transaction; false when another call holds it. */
export async function lockKey(db: Db, { person, operation, key }: KeptKey) {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${person} ${operation} ${key}`}, 0)) as taken`.execute(db)
  return rows[0]!.taken
}

export const storedAnswer = (db: Db, { person, operation, key }: KeptKey) =>
  db
    .selectFrom('idempotencyKeys')
    .where('person', '=', person)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .select(['requestHash', 'answer'])
    .executeTakeFirst()

export const insertAnswer = (db: Db, { person, operation, key, requestHash }: KeptKey, answer: string) =>
  db.insertInto('idempotencyKeys').values({ person, operation, key, requestHash, status: 200, answer }).execute()
