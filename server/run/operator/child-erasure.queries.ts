import type pg from 'pg'
import { beyondAppending } from '#server/db/append-only.ts'
import { connected } from '#server/db/connected.ts'
import {
  eraseFromFees,
  eraseFromProblems,
  eraseMessages,
  erasePosts,
  eraseThreadFiles,
  holds,
  tablesElsewhere,
} from './child-elsewhere.queries.ts'
import { childrenNamed, type ErasedChild } from './child-words.queries.ts'

/** Rows about one child only, ordered so that nothing refers to a removed row. */
export const tablesOfChild = [
  'student_merge_rows',
  'student_merges',
  'papers',
  'lesson_marks',
  'lesson_gaps',
  'students_elsewhere',
  'attendance_marks',
  'excuses',
  'absence_calls',
  'absence_steps',
  'part_marks',
  'grace_marks',
  'remarks',
  'exam_seats',
  'fee_grants',
  'fee_proposals',
  'term_results',
  'brought_marks',
  'conduct_records',
  'student_homework',
  'student_exams',
  'student_activities',
  'student_notes',
  'student_leavings',
  'official_records',
  'student_health',
  'form_answers',
  'meeting_wishes',
  'meeting_bookings',
  'thread_reads',
  'thread_acts',
  'thread_texts',
  'threads',
  'health_alerts',
  'emergency_contacts',
  'hand_overs',
  'record_proposals',
  'record_confirmations',
  'student_parents',
  'guardians',
  'parent_invitations',
  'class_move_students',
  'promotion_students',
  'group_students',
  'student_classes',
  'media',
  'student_readings',
  'inbox_items',
  'job_students',
  'import_rows',
]

/** A seat is what a coin has paid for, and a ledger of fees is the school's books: they stay, for a student without a name. */
export const tablesKept = ['seats', 'family_students', 'fee_charges', 'fee_dues', 'fee_lines']

/** Returns how many rows were erased; null if entries of the child were merged or erased, or a merge undone, since the child was read. */
export async function eraseRows(client: pg.ClientBase, child: ErasedChild): Promise<Erased | null> {
  const { ids, schoolId, names, numbers, codes } = child
  // Rows of drafts, and those left out, contain the child's name without the id. A row of another person may have the same name too, such
  // as a parent's. It stays, and the search for remains finds it.
  const ofImports = `student_id = any ($1::uuid[])
    or school_id = $2 and student_id is null and (code = any ($4::text[]) or code is null and name_key = any ($3::text[])
      or record ->> 'national_number' = any ($5::text[]))`
  const named = [ids, schoolId, names, codes, numbers]
  // Found before the rows are erased: the examples that an import shows of its table may name the child.
  const { rows: shown } = await client.query<{ id: string }>(
    `select distinct import_id as id from import_rows where ${ofImports}`,
    named,
  )
  const imports = shown.map(({ id }) => id)
  const without = (
    column: string,
  ) => `(select coalesce(jsonb_agg(e order by nth) filter (where not ${holds('e')}), '[]')
    from jsonb_array_elements(${column}) with ordinality as l(e, nth))`
  await client.query(
    `update imports set names = ${without('names')}, unknown_names = ${without('unknown_names')}, columns = (
       select coalesce(jsonb_agg(c || '{"samples": []}' order by nth), '[]')
       from jsonb_array_elements(columns) with ordinality as e(c, nth)), attendance = attendance || '{"words": []}'
     where school_id = $3 and id = any ($2::uuid[])`,
    [[...ids, ...codes, ...names], imports, schoolId],
  )
  // Waits for what is being stored of the child meanwhile, so that it is erased too. Imports come before students (decision 073).
  await client.query('select from students where school_id = $2 and id = any ($1::uuid[]) order by id for update', [
    ids,
    schoolId,
  ])
  const [still] = await childrenNamed(client, child.id)
  if (still?.ids.join() !== ids.join() || still.codes.join() !== codes.join()) return null
  // Both students of a merge, because both are the child.
  const ofMerges = 'select id from student_merges where student_id = any ($1::uuid[]) or other_id = any ($1::uuid[])'
  await client.query(`delete from student_merge_rows where merge_id in (${ofMerges})`, [ids])
  await client.query('update students set merged_into = null where merged_into = any ($1::uuid[])', [ids])
  await client.query('delete from student_merges where other_id = any ($1::uuid[])', [ids])
  const { rowCount: ofDrafts } = await client.query(`delete from import_rows where ${ofImports}`, named)
  await eraseFromProblems(client, child)

  const { rows: said } = await client.query<{ by: string; note: string }>(
    'select made_by as by, note from absence_calls where student_id = any ($1::uuid[]) and note is not null',
    [ids],
  )
  const posts = await erasePosts(client, child)
  await eraseThreadFiles(client, child)
  await eraseFromFees(client, child)
  // Their counts include the child, whose marks go without a new version.
  await client.query(
    `update attendance_sheets s set counted_version = null from attendance_marks m
     where m.student_id = any ($1::uuid[]) and s.school_id = m.school_id and s.class_room_id = m.class_room_id and s.date = m.date`,
    [ids],
  )
  let rows = (ofDrafts ?? 0) + posts.length
  const gone = [...posts, ...imports]
  for (const table of tablesOfChild) {
    const erased = await client.query<{ id: string | null }>(
      `delete from ${table} t where student_id = any ($1::uuid[]) returning to_jsonb(t) - 'content' ->> 'id' as id`,
      [ids],
    )
    rows += erased.rows.length
    gone.push(...erased.rows.flatMap(({ id }) => id ?? []))
  }
  return { rows: rows + (await eraseMessages(client, child, gone, said)), posts }
}

/** How many rows were erased, and which announcements. */
export type Erased = { rows: number; posts: string[] }

/** The seat of a coin needs a student; this one contains no personal data. */
export const blankStudent = (client: pg.ClientBase, id: string, code: string) =>
  client.query(
    `update students set first_name = 'Erased', middle_name = 'Erased', last_name = 'Erased', code = $2, birth_date = null,
       image_url = null, active = false, is_paid = false, version = version + 1,
       seat_ended_on = coalesce(seat_ended_on, (created_at at time zone 'UTC')::date)
     where id = $1`,
    [id, code],
  )

/** Runs last, because it blocks everybody who changes rows, and every step before has left a former value. */
export async function eraseFormerValues(client: pg.ClientBase, ids: string[], posts: string[]) {
  await beyondAppending(connected(client), 'former_values', () =>
    client.query(
      `delete from former_values
       where was ->> 'student_id' = any ($1::text[]) or table_name = 'students' and key ->> 'id' = any ($1::text[])
         or table_name = 'posts' and key ->> 'id' = any ($2::text[])`,
      [ids, posts],
    ),
  )
}

/**
 * Removes what was erased from the tables and from the planner's statistics. `rewrites`: also from the free space of the files, which locks
 * each table while it is rewritten. Returns whether the account may do all of that to the statistics table, which only a superuser may.
 */
export async function vacuum(client: pg.ClientBase, { rewrites = false } = {}): Promise<boolean> {
  const tables = [...new Set(['students', ...tablesOfChild, ...tablesElsewhere])]
  const { rows } = await client.query<{ may: boolean }>(
    'select rolsuper as may from pg_roles where rolname = current_user',
  )
  const { may } = rows[0]!
  // For a table that is now empty, `analyze` keeps the old statistics.
  if (may)
    await client.query(
      `delete from pg_statistic where starelid = any ($1::regclass[])
         or starelid in (select indexrelid from pg_index where indrelid = any ($1::regclass[]))`,
      [tables],
    )
  for (const table of tables) await client.query(`vacuum (${rewrites ? 'full, ' : ''}analyze) ${table}`)
  if (rewrites && may) await client.query('vacuum full pg_statistic')
  if (rewrites) await client.query('checkpoint')
  return may
}
