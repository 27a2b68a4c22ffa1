import { sql } from 'kysely'
import type { Db } from './db.ts'

const keyOf = (name: string) => sql`hashtextextended(${name}, 0)`

/** An advisory lock on a name until the call ends: calls that lock the same name run one after the other. */
export const lockName = (db: Db, name: string) => sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(db)

/** A shared lock on a name: such calls wait only for one that has the name exclusively. */
export const shareName = (db: Db, name: string) => sql`select pg_advisory_xact_lock_shared(${keyOf(name)})`.execute(db)
