import type pg from 'pg'
import { beyondAppending } from '#server/db/append-only.ts'
import { inTransaction } from '#server/db/migrate.ts'

/** Tables whose rows have a period, and of which former values are stored. */
const withPeriod = ['phone_changes', 'staff_invitations'] as const

/**
 * Erases the former values of rows whose period is over: they contain the same phone numbers, and the removal stored one more. Blocks other
 * changes of former values, so it does so only when there are any. Returns how many.
 */
export async function eraseFormerOfExpired(client: pg.ClientBase): Promise<number> {
  let erased = 0
  for (const table of withPeriod) {
    const removed = await removedRows(client, table)
    if (removed.length > 0) erased += await eraseFormer(client, table, removed)
  }
  return erased
}

/** In two statements, because a distributed database has the two tables in different places. */
async function removedRows(client: pg.ClientBase, table: string): Promise<string[]> {
  const known = await client.query<{ id: string }>(
    'select distinct row_id as id from former_values where table_name = $1',
    [table],
  )
  const stored = await client.query<{ id: string }>(`select id from ${table} where id = any ($1::uuid[])`, [
    known.rows.map(({ id }) => id),
  ])
  const left = new Set(stored.rows.map(({ id }) => id))
  return known.rows.map(({ id }) => id).filter((id) => !left.has(id))
}

async function eraseFormer(client: pg.ClientBase, table: string, ids: string[]): Promise<number> {
  let erased = 0
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = '2s'`)
    const { rowCount } = await beyondAppending(client, 'former_values', () =>
      client.query('delete from former_values where table_name = $1 and row_id = any ($2::uuid[])', [table, ids]),
    )
    erased = rowCount ?? 0
  })
  return erased
}
