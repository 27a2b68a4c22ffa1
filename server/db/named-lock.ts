import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The number under which PostgreSQL locks a name. */
export const lockKeyOf = (name: string) => sql`hashtextextended(${name}, 0)`

/** An advisory lock on a name until the call ends: calls that lock the same name run one after the other. */
export const lockName = (db: Db, name: string) => sql`select pg_advisory_xact_lock(${lockKeyOf(name)})`.execute(db)

/** A shared lock on a name: such calls wait only for one that has the name exclusively. */
export const shareName = (db: Db, name: string) =>
  sql`select pg_advisory_xact_lock_shared(${lockKeyOf(name)})`.execute(db)
