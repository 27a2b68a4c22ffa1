import type { Selectable } from 'kysely'
import type pg from 'pg'
import type { DB } from '#server/db/schema.d.ts'

/** A name of the generated types in the database's spelling. */
type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : ''

type Columns<T> = { [C in keyof Selectable<T> & string as Snake<C>]: Selectable<T>[C] }

/** All tables with their rows. Days are 'YYYY-MM-DD', instants ISO text. */
type Tables = { [T in keyof DB as Snake<T>]: Columns<DB[T]>[] }

/** The rows at the start, the current day of each school, and the plan that a write confirms, as it was answered. */
export type Graph = Tables & { today: Record<string, string>; agreed: Record<string, { plan: string }> }

/** A row of any table. */
export type Row = Record<string, unknown>

export type Found = { table: string; row: Row }

/** All tables of the catalogue, read once as the owner, so that a new table is included automatically. */
export async function graphOf(owner: pg.Client): Promise<Graph> {
  const graph: Record<string, unknown> = {}
  for (const { table, instants } of await tablesOf(owner)) {
    const { rows } = await owner.query<{ row: Row }>(`select to_jsonb(t) as row from "${table}" t`)
    graph[table] = rows.map(({ row }) => withInstants(row, instants))
  }
  const { rows } = await owner.query(`select id, (now() at time zone time_zone)::date::text as today from schools`)
  graph.today = Object.fromEntries(rows.map(({ id, today }) => [id, today]))
  graph.agreed = {}
  return graph as Graph
}

const tablesOf = async (owner: pg.Client) =>
  (
    await owner.query<{ table: string; instants: string[] }>(`
      select c.relname as table,
        array(select attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and a.atttypid = 'timestamptz'::regtype) as instants
      from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`)
  ).rows

/** The database writes instants in JSON with an offset and microseconds; the product in UTC with milliseconds. */
function withInstants(row: Row, instants: string[]) {
  for (const column of instants) if (typeof row[column] === 'string') row[column] = new Date(row[column]).toISOString()
  return row
}

const byId = new WeakMap<Graph, Map<string, Found>>()

/** The row with this id, in any table. */
export function rowOf(graph: Graph, id: unknown): Found | undefined {
  let known = byId.get(graph)
  if (!known) {
    known = new Map(rowsOf(graph).flatMap((found) => (found.row.id ? [[found.row.id as string, found] as const] : [])))
    byId.set(graph, known)
  }
  return typeof id === 'string' ? known.get(id) : undefined
}

/** All rows of all tables. */
export const rowsOf = (graph: Graph): Found[] =>
  Object.entries(graph).flatMap(([table, rows]) =>
    Array.isArray(rows) ? (rows as Row[]).map((row) => ({ table, row })) : [],
  )
