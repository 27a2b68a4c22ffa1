import type pg from 'pg'

/**
 * The form of a table: whole, or in partitions by a column. Each partition has the values that it contains, and may have
 * partitions itself.
 */
export type Form = { name: string; by?: By }
type By = { how: 'hash' | 'range' | 'list'; column: string; bounds: readonly Bound[] }
type Bound = { name: string; values: string; within?: By }

export const hashOf = (column: string, count: number): By => ({
  how: 'hash',
  column,
  bounds: Array.from({ length: count }, (_, at) => ({
    name: `p${at}`,
    values: `for values with (modulus ${count}, remainder ${at})`,
  })),
})

/** Partitions from each of these days until the next. Before the first day and from the last day on there is none. */
export const rangeOf = (column: string, days: readonly string[]): By => ({
  how: 'range',
  column,
  bounds: days.slice(1).map((to, at) => ({ name: `p${at}`, values: `for values from ('${days[at]!}') to ('${to}')` })),
})

const columnsOf = (by?: By): string[] =>
  by ? [by.column, ...by.bounds.flatMap(({ within }) => columnsOf(within))] : []

const laidBy = (by?: By) => (by ? `partition by ${by.how} (${by.column})` : '')

type Described = { name: string; definition: string; unique: boolean }

/**
 * The product's table in a form, in a schema with that name: columns, checks, keys, indexes, references, policies and rights.
 * The column of the partitions is added to unique keys that lack it, because PostgreSQL requires that. The table is filled
 * before its indexes are created. References are not checked for existing rows.
 */
export async function layForm(client: pg.Client, table: string, form: Form, fill: (into: string) => string) {
  const own = `public.${table}`
  const there = `${form.name}.${table}`
  const run = (text: string) => client.query(text)
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  const { by } = form
  await run(`create schema if not exists ${form.name}; grant usage on schema ${form.name} to kashkool_app`)
  await run('begin')
  await run(`create table ${there} (like ${own} including defaults including constraints including generated including storage)
    ${laidBy(by)}`)
  const part = async (of: string, { bounds }: By) => {
    for (const { name, values, within } of bounds) {
      await run(`create table ${of}_${name} partition of ${of} ${values} ${laidBy(within)}`)
      if (within) await part(`${of}_${name}`, within)
    }
  }
  if (by) await part(there, by)
  await run(fill(there))
  await run('commit')

  await run(`set search_path = public`)
  const constraints = await rows<Described>(`
    select conname as name, pg_get_constraintdef(oid) as definition, contype in ('p', 'u') as unique
    from pg_constraint where conrelid = '${own}'::regclass and contype in ('p', 'u', 'f') order by contype desc, conname`)
  const indexes = await rows<Described>(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, i.indisunique as unique
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = '${own}'::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`)
  for (const { name, definition, unique } of constraints)
    await run(
      `alter table ${there} add constraint ${name} ${unique ? keyed(definition, by) : `${definition} not valid`}`,
    )
  for (const { definition } of indexes) await run(definition.replace(/ ON (ONLY )?public\.\S+/, ` ON ${there}`))

  const policies = await rows<{ text: string }>(`
    select format('create policy %I on ${there} for %s to %s %s %s', policyname, cmd, array_to_string(roles, ', '),
      'using (' || qual || ')', 'with check (' || with_check || ')') as text
    from pg_policies where schemaname = 'public' and tablename = '${table}'`)
  for (const { text } of policies) await run(text)
  await run(`alter table ${there} enable row level security, force row level security`)
  await run(`grant select, insert, update, delete on ${there} to kashkool_app`)
  await run(`vacuum analyze ${there}`)
}

function keyed(definition: string, by?: By) {
  const columns = /\(([^)]*)\)/.exec(definition)![1]!
  const all = new Set([...columns.split(', '), ...columnsOf(by)])
  return definition.replace(`(${columns})`, `(${[...all].join(', ')})`)
}

/** The size of the rows and indexes of a table with its partitions, in MB. */
export async function sizeOf(client: pg.Client, table: string) {
  const { rows } = await client.query<{ mb: number }>(
    `select round(sum(pg_total_relation_size(relid)) / 1e6)::integer as mb
     from (select relid from pg_partition_tree($1::regclass) union select $1::regclass) t`,
    [table],
  )
  return rows[0]!.mb
}

/** The duration of some work, in seconds. */
export async function seconds(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return Math.round((performance.now() - started) / 100) / 10
}
