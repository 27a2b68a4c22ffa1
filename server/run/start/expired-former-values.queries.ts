import { sql } from 'kysely'
import { beyondAppending } from '#server/db/append-only.ts'
import type { Db } from '#server/db/db.ts'

/** Tables whose rows have a period, and of which former values are stored. */
const withPeriod = ['phone_changes', 'staff_invitations'] as const

type WithPeriod = (typeof withPeriod)[number]

/**
 * Erases the former values of rows whose period is over: they contain the same phone numbers, and the removal stored one more. Blocks other
 * changes of former values, so it does so only when there are any. Returns how many.
 */
export async function eraseFormerOfExpired(db: Db): Promise<number> {
  let erased = 0
  for (const table of withPeriod) {
    const removed = await removedRows(db, table)
    if (removed.length > 0) erased += await eraseFormer(db, table, removed)
  }
  return erased
}

/** In two statements, because a distributed database has the two tables in different places. */
async function removedRows(db: Db, table: WithPeriod): Promise<string[]> {
  const known = await sql<{ id: string }>`
    select distinct row_id as id from former_values where table_name = ${table}`.execute(db)
  const ids = known.rows.map(({ id }) => id)
  const stored = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any (${ids}::uuid[])`.execute(db)
  const left = new Set(stored.rows.map(({ id }) => id))
  return ids.filter((id) => !left.has(id))
}

const eraseFormer = (db: Db, table: WithPeriod, ids: string[]): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    const { numAffectedRows } = await beyondAppending(tx, 'former_values', () =>
      sql`delete from former_values where table_name = ${table} and row_id = any (${ids}::uuid[])`.execute(tx),
    )
    return Number(numAffectedRows ?? 0)
  })
