import type pg from 'pg'

/** Tables whose rows have a period, and of which former values are stored. */
const withPeriod = ['phone_changes', 'staff_invitations'] as const

const ofRemovedRow = (table: string) => `f.table_name = '${table}'
  and not exists (select from ${table} r where r.school_id = f.school_id and r.id = f.row_id)`

/**
 * Erases the former values of rows whose period is over: they contain the same phone numbers, and the removal stored one more. Blocks other
 * changes of former values, so it does so only when there are any. Returns how many.
 */
export async function eraseFormerOfExpired(client: pg.ClientBase): Promise<number> {
  const left = withPeriod.map((table) => `exists (select from former_values f where ${ofRemovedRow(table)})`)
  const { rows } = await client.query<{ found: boolean }>(`select ${left.join(' or ')} as found`)
  if (!rows[0]!.found) return 0
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '2s'`)
    await client.query('alter table former_values disable trigger append_only')
    let erased = 0
    for (const table of withPeriod)
      erased += (await client.query(`delete from former_values f where ${ofRemovedRow(table)}`)).rowCount ?? 0
    await client.query('alter table former_values enable trigger append_only')
    await client.query('commit')
    return erased
  } catch (problem) {
    await client.query('rollback')
    throw problem
  }
}
