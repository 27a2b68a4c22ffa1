import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * Serialises the calls that invite or confirm these numbers. It must be called before students are locked, to avoid deadlocks.
 */
export const lockPhones = (db: Db, numbers: readonly string[]) =>
  sql`
  select pg_advisory_xact_lock(hashtextextended(number, 0))
  from (select unnest(${[...numbers]}::text[]) as number order by 1) in_order`.execute(db)
