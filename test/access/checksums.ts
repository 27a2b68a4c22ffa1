import type pg from 'pg'

/** Tables that a refused call or a read may change: refusals, counters, the last use of a session, and what it read. */
export const mayChange =
  'audit_lines rate_limits sessions student_readings reading_alarms known_devices rows_before audit_origins'.split(' ')

/** One number per table. If two are equal, nothing was written in between. */
export async function checksums(owner: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and relname <> all ($1) order by 1`,
    [mayChange],
  )
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, concat(count(*), ' ', sum(hashtextextended(t::text, 0)::numeric)) as sum from ${name} t`,
  )
  const { rows } = await owner.query<{ name: string; sum: string }>(sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

export const changed = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys(after).filter((table) => before[table] !== after[table])
