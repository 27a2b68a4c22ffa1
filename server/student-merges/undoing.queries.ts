import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { parts, studentColumns } from './parts.queries.ts'

const tables = [
  { table: 'students', key: 'id', columns: studentColumns },
  ...parts.map(({ table, columns, key = 'student_id' }) => ({ table, key, columns })),
]

/** The row `t` that a merge left as it stands in `r`. Columns that came later do not count. */
const unchanged = (key: string) =>
  sql`t.${sql.ref(key)} = (r.became ->> ${sql.lit(key)})::uuid and to_jsonb(t) @> r.became`

/** The number that a record gave free stands in another one now. */
const isNumberTaken = (mergeId: string) => sql`exists (
  select from student_merge_rows r
  join official_records x on x.school_id = r.school_id and x.number_kind = r.was ->> 'number_kind'
    and x.national_number = r.was ->> 'national_number' and x.id <> (r.was ->> 'id')::uuid
  where r.merge_id = ${mergeId} and r.table_name = 'official_records' and r.became ->> 'national_number' is null)`

/** Whether a row that a merge changed was changed again. */
export async function isChangedSince(db: Db, mergeId: string): Promise<boolean> {
  const each = tables.map(
    ({ table, key }) => sql`
    select from student_merge_rows r where r.merge_id = ${mergeId} and r.table_name = ${table}
      and not exists (select from ${sql.table(table)} t where ${unchanged(key)})`,
  )
  const { rows } = await sql<{ changed: boolean }>`
    select ${sql.join([...each.map((one) => sql`exists (${one})`), isNumberTaken(mergeId)], sql` or `)} as changed`.execute(
    db,
  )
  return rows[0]!.changed
}

/** Writes every row of a merge as it was, and forgets them. None of them may have been changed since. */
export async function restoreRows(db: Db, mergeId: string, undoneBy: string) {
  for (const { table, key, columns } of tables) {
    const set = columns.map((column) => sql`${sql.ref(column)} = was.${sql.ref(column)}`)
    await sql`
      update ${sql.table(table)} t set ${sql.join(set)}
      from student_merge_rows r cross join lateral jsonb_populate_record(null::${sql.table(table)}, r.was) was
      where r.merge_id = ${mergeId} and r.table_name = ${table} and ${unchanged(key)}`.execute(db)
  }
  await sql`delete from student_merge_rows where merge_id = ${mergeId}`.execute(db)
  await sql`update student_merges set undone_at = now(), undone_by = ${undoneBy} where id = ${mergeId}`.execute(db)
}
