import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Merge } from './kept-rows.queries.ts'
import { parts, studentColumns } from './parts.queries.ts'

const tables = [
  { table: 'students', key: 'id', columns: studentColumns },
  ...parts.map(({ table, columns, key = 'student_id' }) => ({ table, key, columns })),
]

const rowsOf = ({ schoolId, mergeId }: Merge, table: string) =>
  sql`r.school_id = ${schoolId} and r.merge_id = ${mergeId} and r.table_name = ${table}`

/** Whether row `t` is still as a merge left it in `r`. Columns that were added later do not count. */
const unchanged = ({ schoolId }: Merge, key: string) =>
  sql`t.school_id = ${schoolId} and t.${sql.ref(key)} = (r.became ->> ${sql.lit(key)})::uuid and to_jsonb(t) @> r.became`

/** Whether another record now has the number that a record gave up. */
const isNumberTaken = (merge: Merge) => sql`exists (
  select from student_merge_rows r
  join official_records x on x.school_id = ${merge.schoolId} and x.number_kind = r.was ->> 'number_kind'
    and x.national_number = r.was ->> 'national_number' and x.id <> (r.was ->> 'id')::uuid
  where ${rowsOf(merge, 'official_records')} and r.became ->> 'national_number' is null)`

/** Whether a row that a merge changed was changed again. */
export async function isChangedSince(db: Db, merge: Merge): Promise<boolean> {
  const each = tables.map(
    ({ table, key }) => sql`
    select from student_merge_rows r where ${rowsOf(merge, table)}
      and not exists (select from ${sql.table(table)} t where ${unchanged(merge, key)})`,
  )
  const { rows } = await sql<{ changed: boolean }>`
    select ${sql.join([...each.map((one) => sql`exists (${one})`), isNumberTaken(merge)], sql` or `)} as changed`.execute(
    db,
  )
  return rows[0]!.changed
}

/** Whether a student returns to the roll whose class is full. */
export async function isClassFull(db: Db, merge: Merge): Promise<boolean> {
  const { schoolId } = merge
  const { rows } = await sql<{ full: boolean }>`
    select exists (
      select from student_merge_rows r
      join class_rooms c on c.school_id = ${schoolId} and c.id = (r.was ->> 'class_room_id')::uuid
      where ${rowsOf(merge, 'students')} and (r.was ->> 'active')::boolean and not (r.became ->> 'active')::boolean
        and c.max_of_students <= (
          select count(*) from students st where st.school_id = ${schoolId} and st.class_room_id = c.id and st.active)) as full`.execute(
    db,
  )
  return rows[0]!.full
}

/** Restores every row of a merge as it was, and deletes the stored rows. None of them may have been changed since. */
export async function restoreRows(db: Db, merge: Merge, undoneBy: string) {
  const { schoolId, mergeId } = merge
  const { rows } = await sql<{ tableName: string; was: string; became: string }>`
    delete from student_merge_rows where school_id = ${schoolId} and merge_id = ${mergeId}
    returning table_name, was::text as was, became::text as became`.execute(db)
  for (const { table, key, columns } of tables) {
    const kept = rows.filter(({ tableName }) => tableName === table)
    if (kept.length === 0) continue
    const set = columns.map((column) => sql`${sql.ref(column)} = was.${sql.ref(column)}`)
    await sql`
      update ${sql.table(table)} t set ${sql.join(set)}
      from (select k.was::jsonb as was, k.became::jsonb as became
        from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as k(was text, became text)) r
      cross join lateral jsonb_populate_record(null::${sql.table(table)}, r.was) was
      where ${unchanged(merge, key)}`.execute(db)
  }
  await sql`update student_merges set undone_at = now(), undone_by = ${undoneBy}
    where school_id = ${schoolId} and id = ${mergeId}`.execute(db)
}
