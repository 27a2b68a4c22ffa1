import { sql } from 'kysely'
import type { Db } from './db.ts'
import { patient } from './speculation/ways.ts'

/** Time limits in seconds: for a statement, for waiting for a lock, and for the pause between two statements. */
export type Patience = { statement: number; lock?: number; between?: number }

/**
 * Allows the statements of this transaction more time than those of calls (request-account.ts). The driver then also waits
 * longer; otherwise a slow answer would count as a lost connection (db.ts).
 */
export const takeTime = (db: Db, { statement, lock, between }: Patience) =>
  patient(
    sql`select set_config('statement_timeout', ${inMs(statement)}, true)${setTo('lock_timeout', lock)}${setTo(
      'idle_in_transaction_session_timeout',
      between,
    )}`,
  ).execute(db)

const setTo = (setting: string, seconds?: number) =>
  seconds === undefined ? sql`` : sql`, set_config(${sql.lit(setting)}, ${inMs(seconds)}, true)`

const inMs = (seconds: number) => String(seconds * 1000)
