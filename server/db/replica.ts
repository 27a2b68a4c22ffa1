import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * A position of a database: which database, which timeline (a promoted server begins a new one), and how far its log was
 * written.
 */
export type Position = { database: string; history: number; written: string }

/** The log up to this position contains everything that was answered before this moment. */
export async function positionOf(primary: Db): Promise<Position> {
  const { rows } = await sql<Position>`
    select (select system_identifier::text from pg_control_system()) as database,
      ('x' || left(pg_walfile_name(log.written), 8))::bit(32)::int as history, log.written::text as written
    from (select pg_current_wal_flush_lsn() as written) as log`.execute(primary)
  return rows[0]!
}

/** The replica lacks something that the primary already has, or does not belong to this database. */
export class ReplicaBehind extends Error {
  constructor() {
    super('The replica is behind')
  }
}

/**
 * Waits until this transaction sees everything that was stored before a position. Throws ReplicaBehind after `patience` (ms).
 */
export async function untilReached(replica: Db, position: Position, patience: number) {
  const end = performance.now() + patience
  while (!(await hasReached(replica, position))) {
    if (performance.now() > end) throw new ReplicaBehind()
    await pause(5)
  }
}

/** A replica that was ahead of a promoted server has another timeline, so its position in the log cannot be compared. */
async function hasReached(replica: Db, { database, history, written }: Position) {
  const { rows } = await sql<{ reached: boolean }>`
    select pg_is_in_recovery() and control.system_identifier::text = ${database}
      and greatest(checkpoint.timeline_id, recovery.min_recovery_end_timeline) = ${history}
      and coalesce(pg_last_wal_replay_lsn() >= ${written}::pg_lsn, false) as reached
    from pg_control_system() as control, pg_control_checkpoint() as checkpoint, pg_control_recovery() as recovery`.execute(
    replica,
  )
  return rows[0]!.reached
}
