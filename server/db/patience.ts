import { sql } from 'kysely'
import type { Db } from './db.ts'

/** In seconds: how long a statement may take, what it waits for a lock, and what may pass between two. */
export type Patience = { statement: number; lock?: number; between?: number }

/**
 * Lets the statements of this transaction take longer than those of calls (request-account.ts). The server waits for their answers as
 * long: without it, what takes longer counts as a lost connection (db.ts).
 */
export const takeTime = (db: Db, { statement, lock, between }: Patience) =>
  sql`/* patient */ select set_config('statement_timeout', ${inMs(statement)}, true)${setTo('lock_timeout', lock)}${setTo(
    'idle_in_transaction_session_timeout',
    between,
  )}`.execute(db)

const setTo = (setting: string, seconds?: number) =>
  seconds === undefined ? sql`` : sql`, set_config(${sql.lit(setting)}, ${inMs(seconds)}, true)`

const inMs = (seconds: number) => String(seconds * 1000)
