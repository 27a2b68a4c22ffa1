import type pg from 'pg'
import { beyondAppending } from '#server/db/append-only.ts'
import { inTransaction } from '#server/db/migrate.ts'

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
export async function eraseRemoved(client: pg.ClientBase, days: number): Promise<number> {
  let erased = 0
  for (const removed of removable) {
    const { rows } = await client.query<{ schoolId: string }>(
      `select distinct w.school_id as "schoolId" from ${removed.table} w where ${isDue(removed, days)}`,
    )
    for (const { schoolId } of rows) erased += await eraseInSchool(client, removed, schoolId, days)
  }
  return erased
}

const isDue = ({ table, results }: Removed, days: number) =>
  `w.removed_at < now() - interval '${days} days' and not exists (
    select from student_merge_rows m
    where m.school_id = w.school_id and ${
      results
        ? `m.table_name = '${results.table}' and m.became ->> '${results.key}' = w.id::text`
        : `m.table_name = '${table}' and m.became ->> 'id' = w.id::text`
    })`

async function eraseInSchool(client: pg.ClientBase, removed: Removed, schoolId: string, days: number) {
  const { table, results } = removed
  let erased = 0
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = '2s'`)
    const { rows } = await client.query<{ id: string }>(
      `select w.id from ${table} w where w.school_id = $1 and ${isDue(removed, days)}
       order by w.id limit ${atOnce} for update of w skip locked`,
      [schoolId],
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return
    const named = [schoolId, ids]
    if (table === 'homework')
      await client.query('delete from attachments where school_id = $1 and homework_id = any ($2::uuid[])', named)
    if (table === 'record_fields')
      await client.query(
        'update official_records set own_values = own_values - $2::text[] where school_id = $1 and own_values ?| $2::text[]',
        named,
      )
    if (results)
      await client.query(
        `delete from ${results.table} where school_id = $1 and ${results.key} = any ($2::uuid[])`,
        named,
      )
    await client.query(`delete from ${table} where school_id = $1 and id = any ($2::uuid[])`, named)
    await beyondAppending(client, 'former_values', () =>
      client.query(
        `delete from former_values where school_id = $1 and (table_name = '${table}' and row_id = any ($2::uuid[])
           ${results ? `or table_name = '${results.table}' and (key ->> '${results.key}')::uuid = any ($2::uuid[])` : ''})`,
        named,
      ),
    )
    erased = ids.length
  })
  return erased
}
