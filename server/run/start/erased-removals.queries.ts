import { type RawBuilder, sql } from 'kysely'
import { beyondAppending } from '#server/db/append-only.ts'
import type { Db } from '#server/db/db.ts'

type Removed = {
  table: string
  /** The table with a row of each student, and its column that names the removed thing. */
  results?: { table: string; key: string }
}

/** What nobody can see after its removal. What was taken back or withdrawn stays in its list, as such. */
const removable: Removed[] = [
  { table: 'exams', results: { table: 'student_exams', key: 'exam_id' } },
  { table: 'homework', results: { table: 'student_homework', key: 'homework_id' } },
  { table: 'activities', results: { table: 'student_activities', key: 'activity_id' } },
  { table: 'student_notes' },
  { table: 'calendar_days' },
  { table: 'school_contacts' },
  { table: 'record_fields' },
]

/** In a portion of a school. The next hour continues. */
const atOnce = 500

/**
 * Erases what was removed more than `days` ago, with its marks, its files and the former values of all that. Work whose results a merge of
 * students changed stays for the undo of the merge, which has no time limit (decision 053). Returns how many things were erased.
 */
export async function eraseRemoved(db: Db, days: number): Promise<number> {
  let erased = 0
  for (const removed of removable) {
    const { rows } = await sql<{ schoolId: string }>`
      select distinct w.school_id from ${sql.table(removed.table)} w where ${isDue(removed, days)}`.execute(db)
    for (const { schoolId } of rows) erased += await eraseInSchool(db, removed, schoolId, days)
  }
  return erased
}

function isDue({ table, results }: Removed, days: number): RawBuilder<boolean> {
  const changed = results
    ? sql`m.table_name = ${results.table} and m.became ->> ${results.key} = w.id::text`
    : sql`m.table_name = ${table} and m.became ->> 'id' = w.id::text`
  return sql<boolean>`w.removed_at < now() - ${days} * interval '1 day' and not exists (
    select from student_merge_rows m where m.school_id = w.school_id and ${changed})`
}

const eraseInSchool = (db: Db, removed: Removed, schoolId: string, days: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx)
    const { rows } = await sql<{ id: string }>`
      select w.id from ${sql.table(removed.table)} w where w.school_id = ${schoolId} and ${isDue(removed, days)}
      order by w.id limit ${atOnce} for update of w skip locked`.execute(tx)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await erase(tx, removed, schoolId, ids)
    return ids.length
  })

async function erase(tx: Db, { table, results }: Removed, schoolId: string, ids: string[]) {
  if (table === 'homework')
    await sql`delete from attachments where school_id = ${schoolId} and homework_id = any (${ids}::uuid[])`.execute(tx)
  if (table === 'record_fields')
    await sql`
      update official_records set own_values = own_values - ${ids}::text[]
      where school_id = ${schoolId} and own_values ?| ${ids}::text[]`.execute(tx)
  if (results)
    await sql`
      delete from ${sql.table(results.table)}
      where school_id = ${schoolId} and ${sql.ref(results.key)} = any (${ids}::uuid[])`.execute(tx)
  await sql`
    delete from ${sql.table(table)} where school_id = ${schoolId} and id = any (${ids}::uuid[])`.execute(tx)
  const ofResults = results
    ? sql`or table_name = ${results.table} and (key ->> ${results.key})::uuid = any (${ids}::uuid[])`
    : sql``
  await beyondAppending(tx, 'former_values', () =>
    sql`
      delete from former_values
      where school_id = ${schoolId} and (table_name = ${table} and row_id = any (${ids}::uuid[]) ${ofResults})`.execute(
      tx,
    ),
  )
}
