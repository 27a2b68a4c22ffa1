import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Db } from './db.ts'

/** A counter for rate limits in the database, shared by all processes. A count expires after `seconds`. */
export const counter = (db: Db, keyPrefix: string, seconds: number) =>
  new RateLimiterPostgres({
    storeClient: { query: (query: { text: string; values?: unknown[] }) => ask(db, query) },
    storeType: 'client',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: true,
    keyPrefix,
    points: 1_000_000,
    duration: seconds,
  })

async function ask(db: Db, { text, values = [] }: { text: string; values?: unknown[] }) {
  const { rows, numAffectedRows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))
  return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
}
