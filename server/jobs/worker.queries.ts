import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Long work with students, as the table keeps it. */
export type JobKind = 'renewSeats' | 'moveStudents' | 'deactivateStudents' | 'addNotes'

/** A job that the worker has taken; it is locked until the transaction of the portion ends. */
export type TakenJob = { id: string; schoolId: string }

/** Nobody waits for a portion as for an answer: it may take its time, and wait for others. */
export const takePatience = (db: Db) =>
  sql`select set_config('statement_timeout', '120s', true), set_config('lock_timeout', '20s', true),
    set_config('idle_in_transaction_session_timeout', '60s', true)`.execute(db)
