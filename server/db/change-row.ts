import { type RawBuilder, sql } from 'kysely'
import { found } from '#server/base/errors.ts'
import type { Db } from './db.ts'
import type { DB } from './schema.d.ts'

/** Tables whose rows are edited in place. They have an id, a version, and the time of the last change. */
export type Editable = {
  [Table in keyof DB]: DB[Table] extends { id: unknown; version: unknown; modifiedAt: unknown } ? Table : never
}[keyof DB]

/** A row and its school; null if the table has no school. */
export type RowAt = { table: Editable; schoolId: string | null; id: string }

/**
 * Locks a row until the call ends, and returns its version. Others can still store rows that refer to it. A student is an
 * exception: a register must wait for decisions about its students (decision 073). Throws 404 if the row has been removed in
 * the meantime.
 */
export async function lockRow(db: Db, { table, ...row }: RowAt): Promise<number> {
  const strength = table === 'students' ? sql`for update` : sql`for no key update`
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(table)} where ${is(row)} ${strength}`.execute(db)
  return found(rows[0]).version
}

/** Locks a school. Calls that count rows of a school before they write one run one after another. */
export const lockSchool = (db: Db, id: string) =>
  db.selectFrom('schools').where('id', '=', id).select('id').forNoKeyUpdate().execute()

type Rows = { table: keyof DB; schoolId: string; which: RawBuilder<unknown> }

/** Locks rows of a school until the call ends, in the order of every call (decision 073). */
export const lockInOrder = (db: Db, rows: Rows) => lockedInOrder(db, rows, sql`for no key update`)

/** The same for rows that may be removed. Nothing that refers to them can be stored until the call ends. */
export const lockToRemove = (db: Db, rows: Rows) => lockedInOrder(db, rows, sql`for update`)

const lockedInOrder = (db: Db, { table, schoolId, which }: Rows, strength: RawBuilder<unknown>) =>
  sql`
  select from ${sql.table(table)} where school_id = ${schoolId} and ${which} order by id ${strength}`.execute(db)

/**
 * Writes the values that differ; undefined leaves a column unchanged, null clears it. The version increases by one if something
 * changed, in the row or (`further`) in dependent rows (api.md §8.7). Returns the number of changed rows: 0 or 1.
 */
export async function changeRow(
  db: Db,
  { table, ...row }: RowAt,
  changes: Record<string, unknown>,
  further = false,
): Promise<number> {
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined)
  if (changed.length === 0 && !further) return 0

  const set = changed.map(([column, value]) => sql`${sql.ref(column)} = ${value},`)
  const differs = [
    sql`${further}`,
    ...changed.map(([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`),
  ]
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(set, sql` `)} version = version + 1, modified_at = now()
    where ${is(row)} and (${sql.join(differs, sql` or `)})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Neither tests nor the running product are type-checked, and a forgotten school would find no row: "not found" for no reason. */
function is({ schoolId, id }: Omit<RowAt, 'table'>) {
  if (schoolId === undefined) throw new TypeError(`The row ${id} is looked for without its school`)
  return schoolId === null ? sql`id = ${id}` : sql`school_id = ${schoolId} and id = ${id}`
}
