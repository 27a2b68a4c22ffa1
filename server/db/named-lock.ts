import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The number with which PostgreSQL locks a name. */
export const lockKeyOf = (name: string) => sql`hashtextextended(${name}, 0)`

/** An advisory lock on a name until the call ends. Calls that lock the same name run one after another. */
export const lockName = (db: Db, name: string) => sql`select pg_advisory_xact_lock(${lockKeyOf(name)})`.execute(db)

/** A shared lock on a name. It waits only for an exclusive lock on the name. */
export const shareName = (db: Db, name: string) =>
  sql`select pg_advisory_xact_lock_shared(${lockKeyOf(name)})`.execute(db)
