import { sql } from 'kysely'
import type { DatabaseAddress } from './client.ts'
import { withDb } from './connected.ts'

export type Processes = { count: () => number; look: () => Promise<void>; stop: () => void }

/**
 * How many processes of the installation use its database; at least one. They are counted every few seconds by the connections
 * on which they wait for jobs. If counting fails, the number stays the same.
 */
export function countProcesses(owner: DatabaseAddress, every = 10_000): Processes {
  let count = 1
  const look = () =>
    withDb({ ...owner, connectionTimeoutMillis: 2000, query_timeout: 2000 }, async (db) => {
      const { rows } = await sql<{ processes: number }>`
        select count(*)::int as processes from pg_stat_activity
        where datname = current_database() and application_name = 'kashkool jobs'`.execute(db)
      count = Math.max(1, rows[0]!.processes)
    }).catch(() => {})
  const timer = setInterval(() => void look(), every).unref()
  return { count: () => count, look, stop: () => clearInterval(timer) }
}
