import type pg from 'pg'

export type ErasedChild = {
  /** The entry that was named. `ids` and `codes` are those of all entries that were merged with it too. */
  id: string
  code: string
  ids: string[]
  codes: string[]
  schoolId: string
  school: string
  names: string[]
  pictures: string[]
}

/** The children with this id or code, with everything by which a text could name them. Merged entries are one child. */
export async function childrenNamed(client: pg.ClientBase, idOrCode: string): Promise<ErasedChild[]> {
  const schools = await client.query<{ id: string; name: string }>(
    `select s.id, s.name from schools s
     where s.id in (select school_id from students where id::text = $1 or code = $1) order by s.id`,
    [idOrCode],
  )
  const children: ErasedChild[] = []
  for (const school of schools.rows)
    for (const { id, ids } of (await client.query<{ id: string; ids: string[] }>(entriesOf, [idOrCode, school.id]))
      .rows)
      children.push({ id, ids, schoolId: school.id, school: school.name, ...(await wordsOf(client, school.id, ids)) })
  return children
}

/** In one school, because entries are merged within one school. */
const entriesOf = `with recursive entries (named, id, into_id) as (
    select id, id, merged_into from students where school_id = $2 and (id::text = $1 or code = $1)
    union
    select e.named, s.id, s.merged_into from entries e
    join students s on s.school_id = $2 and (s.merged_into = e.id or s.id = e.into_id))
  select named as id, array_agg(id order by id <> named, id) as ids from entries group by named`

async function wordsOf(client: pg.ClientBase, schoolId: string, ids: string[]) {
  const entries = await client.query<{ code: string; names: string[] }>(
    `select code, array[concat_ws(' ', first_name, middle_name, last_name), concat_ws(' ', first_name, last_name),
       fold(concat_ws(' ', first_name, middle_name, last_name))] as names
     from students where school_id = $1 and id = any ($2::uuid[]) order by array_position($2::uuid[], id)`,
    [schoolId, ids],
  )
  const pictures = await client.query<{ name: string }>('select name from media where student_id = any ($1::uuid[])', [
    ids,
  ])
  return {
    code: entries.rows[0]!.code,
    codes: entries.rows.map(({ code }) => code),
    names: entries.rows.flatMap(({ names }) => names),
    pictures: pictures.rows.map(({ name }) => name),
  }
}

/** Rows about one child only, ordered so that nothing refers to a removed row. */
export const tablesOfChild = [
  'student_merge_rows',
  'student_merges',
  'papers',
  'attendance_marks',
  'excuses',
  'absence_calls',
  'absence_steps',
  'part_marks',
  'grace_marks',
  'exam_seats',
  'term_results',
  'conduct_records',
  'student_homework',
  'student_exams',
  'student_activities',
  'student_notes',
  'student_leavings',
  'official_records',
  'student_health',
  'student_parents',
  'guardians',
  'parent_invitations',
  'class_move_students',
  'promotion_students',
  'student_classes',
  'media',
  'student_readings',
  'inbox_items',
  'job_students',
  'import_rows',
]

/** A seat is what a coin has paid for, so it stays, for a student without a name. */
export const tablesKept = ['seats']

/**
 * Whether a stored answer may belong to a school, which no answer states. It does if it names this school, or if it names none and the
 * person has a role in this school or no role at all.
 */
const answerOfSchool = (school: string) => `(position(${school}::text in answer::text) > 0 or (
  not exists (select from schools s where position(s.id::text in answer::text) > 0)
  and coalesce((select bool_or(r.school_id = ${school}) from user_roles r where r.user_id::text = person), true)))`

/** Returns how many rows were erased; null if entries of the child were merged, or a merge undone, since the child was read. */
export async function eraseRows(client: pg.ClientBase, child: ErasedChild): Promise<number | null> {
  const { ids, schoolId, names, codes } = child
  const texts = [...ids, ...codes, ...names]
  const holds = (column: string, texts = '$1') =>
    `exists (select from unnest(${texts}::text[]) as t(text) where position(t.text in ${column}::text) > 0)`
  // Rows of drafts, and those left out, contain the child's name without the id. A row of another person may have the same name too, such
  // as a parent's. It stays, and the search for remains finds it.
  const ofImports = `student_id = any ($1::uuid[])
    or school_id = $2 and student_id is null and (code = any ($4::text[]) or code is null and name_key = any ($3::text[]))`
  const named = [ids, schoolId, names, codes]
  // Found before the rows are erased: the examples that an import shows of its table may name the child.
  const { rows: shown } = await client.query<{ id: string }>(
    `select distinct import_id as id from import_rows where ${ofImports}`,
    named,
  )
  const without = (
    column: string,
  ) => `(select coalesce(jsonb_agg(e order by nth) filter (where not ${holds('e')}), '[]')
    from jsonb_array_elements(${column}) with ordinality as l(e, nth))`
  await client.query(
    `update imports set names = ${without('names')}, unknown_names = ${without('unknown_names')}, columns = (
       select coalesce(jsonb_agg(c || '{"samples": []}' order by nth), '[]')
       from jsonb_array_elements(columns) with ordinality as e(c, nth))
     where school_id = $3 and id = any ($2::uuid[])`,
    [texts, shown.map((one) => one.id), schoolId],
  )
  // Waits for what is being stored of the child meanwhile, so that it is erased too. Imports come before students (decision 073).
  await client.query('select from students where school_id = $2 and id = any ($1::uuid[]) order by id for update', [
    ids,
    schoolId,
  ])
  const [still] = await childrenNamed(client, child.id)
  if (still?.ids.join() !== ids.join()) return null
  // Both students of a merge, because both are the child.
  const ofMerges = 'select id from student_merges where student_id = any ($1::uuid[]) or other_id = any ($1::uuid[])'
  await client.query(`delete from student_merge_rows where merge_id in (${ofMerges})`, [ids])
  await client.query('update students set merged_into = null where merged_into = any ($1::uuid[])', [ids])
  await client.query('delete from student_merges where other_id = any ($1::uuid[])', [ids])
  const rows = await client.query(`delete from import_rows where ${ofImports}`, named)
  let erased = rows.rowCount ?? 0
  for (const table of tablesOfChild)
    erased += (await client.query(`delete from ${table} where student_id = any ($1::uuid[])`, [ids])).rowCount ?? 0

  // Children of other schools may have the same codes and names, and what is waiting for them must not be erased.
  const ofChild = (column: string, ofSchool: string) => `${holds(column)} and (${ofSchool} or ${holds(column, '$3')})`
  // Found in a separate statement, because the school is checked in tables of which other servers may have copies.
  const found = await client.query<{ person: string; operation: string; key: string }>(
    `select person, operation, key from idempotency_keys where ${ofChild('answer', answerOfSchool('$2::uuid'))}`,
    [texts, schoolId, ids],
  )
  const answers = await client.query(
    `delete from idempotency_keys where (person, operation, key) in (select * from unnest($1::text[], $2::text[], $3::text[]))`,
    (['person', 'operation', 'key'] as const).map((column) => found.rows.map((row) => row[column])),
  )
  const events = await client.query(
    `delete from outbox where ${ofChild('payload', 'coalesce(school_id = $2, true)')}`,
    [texts, schoolId, ids],
  )
  return erased + (answers.rowCount ?? 0) + (events.rowCount ?? 0)
}

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
export async function eraseFormerValues(client: pg.ClientBase, ids: string[]) {
  await client.query('alter table former_values disable trigger append_only')
  await client.query(
    `delete from former_values
     where was ->> 'student_id' = any ($1::text[]) or table_name = 'students' and key ->> 'id' = any ($1::text[])`,
    [ids],
  )
  await client.query('alter table former_values enable trigger append_only')
}

/**
 * Where one of the texts remains in rows of the school or of no school: the columns with the number of rows. Reads the whole database.
 * Codes are numbers that each school counts for itself.
 */
export async function remains(client: pg.ClientBase, schoolId: string, texts: string[]) {
  const { rows: columns } = await client.query<{ place: string; t: string; c: string; ofSchool: boolean }>(
    `select format('%s.%s', c.relname, a.attname) as place, format('%I', c.relname) as t, format('%I', a.attname) as c,
       exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'school_id') as "ofSchool"
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and a.attnum > 0 and not a.attisdropped
       and a.atttypid = any (array['text', 'text[]', 'json', 'jsonb', 'varchar']::regtype[])
     order by 1`,
  )
  const found: string[] = []
  for (const { place, t, c, ofSchool } of columns) {
    const besides = t === 'idempotency_keys' ? answerOfSchool('$2::uuid') : '$2::uuid is not null'
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::int as rows from ${t}
       where exists (select from unnest($1::text[]) as s(text) where position(lower(s.text) in lower(${c}::text)) > 0)
         and ${ofSchool ? 'coalesce(school_id = $2, true)' : besides}`,
      [texts, schoolId],
    )
    if (rows[0]!.rows > 0) found.push(`${place}: ${rows[0]!.rows}`)
  }
  return found
}

/**
 * Removes what was erased from the tables and from the planner's statistics. `rewrites`: also from the free space of the files, which locks
 * each table while it is rewritten. Returns whether the account may do all of that to the statistics table, which only a superuser may.
 */
export async function vacuum(client: pg.ClientBase, { rewrites = false } = {}): Promise<boolean> {
  const tables = ['students', 'imports', 'former_values', 'idempotency_keys', 'outbox', ...tablesOfChild]
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
