import { sql } from 'kysely'
import type { Db } from './db.ts'

const keyOf = (name: string) => sql`hashtextextended(${name}, 0)`

/** Locks a name until the call ends: of two calls that lock it one comes after the other. */
export const lockName = (db: Db, name: string) => sql`select pg_advisory_xact_lock(${keyOf(name)})`.execute(db)

/** The same for many at once, who wait only for a call that locks the name alone. */
export const shareName = (db: Db, name: string) => sql`select pg_advisory_xact_lock_shared(${keyOf(name)})`.execute(db)
