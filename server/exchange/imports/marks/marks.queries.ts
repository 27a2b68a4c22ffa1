import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import type { Among } from '#server/exchange/imports/store/progress.queries.ts'

/** Whence the marks of a table are, where its rows do not say so. */
export type MarksOf = {
  yearName: string | null
  termName: string | null
  courseName: string | null
  fullMark: number | null
}

/** A mark that a row brings. `course` null: the total; `at`: its column; `position`: its place among those of the row. */
export type PlannedMark = {
  year: string
  term: string | null
  course: string | null
  position: number
  mark: number | null
  of: number | null
  percent: number | null
  word: string | null
  at: number | null
}

/** The marks of rows (`r`) as they were read, each with the form in which years, terms and courses are compared. */
const marksOfRows = sql`
  cross join lateral jsonb_to_recordset(r.plan -> 'marks') as m(at integer, position smallint, year text, term text, course text,
    mark numeric, "of" numeric, percent numeric, word text)
  cross join lateral (select fold(m.year) as year_key, fold(coalesce(m.term, '')) as term_key, fold(coalesce(m.course, '')) as course_key) as k`

/** The mark that was brought before, of the same student, year, term and course. */
const broughtBefore = sql`
  left join brought_marks b on b.school_id = r.school_id and b.student_id = r.student_id and b.year_key = k.year_key
    and b.term_key = k.term_key and b.course_key = k.course_key`

const differs = sql`(b.mark, b.full_mark, b.percent, b.word) is distinct from (m.mark, m."of", m.percent, m.word)`

/**
 * Decides what the rows whose student is known will do: bring marks, correct those that were brought before, or nothing. A mark that stands twice
 * in the table is a problem, and so is a term of which the school itself closed a result of the student.
 */
export const judgeMarks = (db: Db, { schoolId, id: importId }: ImportKey) =>
  sql`
  with given as (
    select r.row, r.student_id, m.at, m.position, k.*, b.id is not null as was_there, ${differs} as is_other,
      first_value(r.row) over (partition by r.student_id, k.year_key, k.term_key, k.course_key order by r.row, m.position) as first_row,
      exists (select from term_results t join term_closings c on c.school_id = t.school_id and c.id = t.closing_id
        join terms n on n.school_id = c.school_id and n.id = c.term_id
        join school_years y on y.school_id = n.school_id and y.id = n.school_year_id
        where t.school_id = ${schoolId} and t.student_id = r.student_id and c.reopened_at is null and fold(y.name) = k.year_key
          and fold(n.name) = k.term_key) as is_own
    from import_rows r ${marksOfRows} ${broughtBefore}
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.outcome = 'same'
  ), judged as (
    select row, bool_or(is_other) as brings, bool_or(was_there and is_other) as corrects,
      coalesce(jsonb_agg(distinct jsonb_build_object('position', at, 'reason', 'This mark is already in row ' || first_row))
          filter (where first_row < row), '[]')
        || coalesce(jsonb_agg(distinct '{"position": null, "reason": "The school itself has results of this term"}'::jsonb)
          filter (where is_own), '[]') as problems
    from given group by row
  )
  update import_rows r set problems = j.problems,
    outcome = case when j.problems <> '[]' then 'problem' when j.brings then 'change' else 'same' end,
    changes = case when j.problems = '[]' and j.brings then array['mark'] || case when j.corrects then '{corrected}'::text[] else '{}' end else '{}' end
  from judged j where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = j.row`.execute(db)

/** What rows (`r`) correct of marks that were brought before, in words. */
export const correctedMarks = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('field', 'mark', 'was', concat_ws(' · ', m.course, trim_scale(b.mark)::text || coalesce(' / ' || trim_scale(b.full_mark), ''),
      trim_scale(b.percent) || ' %', b.word), 'becomes', concat_ws(' · ', m.course, trim_scale(m.mark)::text || coalesce(' / ' || trim_scale(m."of"), ''),
      trim_scale(m.percent) || ' %', m.word)) order by m.position), '[]')
  from (select 1) as one ${marksOfRows} ${broughtBefore} where b.id is not null and ${differs})`

/** Rows whose student was removed or merged after the rows were checked are left out with the reason. */
const leaveGone = (db: Db, { schoolId, id: importId }: ImportKey, { after, upTo }: Among) =>
  sql`
  update import_rows r set outcome = 'problem', problems = '[{"position": null, "reason": "This student or class was changed meanwhile"}]'
  where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row > ${after} and r.row <= ${upTo} and r.outcome = 'change'
    and not exists (select from students s where s.school_id = ${schoolId} and s.id = r.student_id and s.merged_into is null)`.execute(
    db,
  )

type Brought = { row: number; studentId: string; position: number; was: object | null; id: string | null }

/** Stores the marks of rows, and with each row what it did. `by`: whose import it is, and the school's day. Returns the students. */
export async function storeMarks(db: Db, key: ImportKey, among: Among, by: { personId: string; today: string }) {
  const { schoolId, id: importId } = key
  await leaveGone(db, key, among)
  const { rows } = await sql<Brought>`
    select r.row, r.student_id, m.position, b.id, to_jsonb(b) as was from import_rows r ${marksOfRows} ${broughtBefore}
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row > ${among.after} and r.row <= ${among.upTo}
      and r.outcome = 'change' and ${differs} order by r.row, m.position`.execute(db)
  const made = rows.map(({ row, position, id, was }) => ({ row, position, id: id ?? newId(), was }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as g(row integer, position smallint, id uuid, was jsonb)`
  await sql`
    insert into brought_marks (school_id, id, student_id, year_name, term_name, course_name, position, mark, full_mark, percent, word,
      import_id, file_name, brought_on, brought_by)
    select r.school_id, g.id, r.student_id, m.year, m.term, m.course, m.position, m.mark, m."of", m.percent, m.word, i.id, i.file_name,
      ${by.today}::date, ${by.personId}::uuid
    from ${given} join import_rows r on r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = g.row
    join imports i on i.school_id = r.school_id and i.id = r.import_id ${marksOfRows}
    where m.position = g.position
    on conflict (school_id, id) do update set mark = excluded.mark, full_mark = excluded.full_mark, percent = excluded.percent,
      word = excluded.word, import_id = excluded.import_id, file_name = excluded.file_name, brought_on = excluded.brought_on,
      brought_by = excluded.brought_by, version = brought_marks.version + 1, modified_at = now()`.execute(db)
  await sql`
    update import_rows r set effect = jsonb_build_object('ids', e.ids), was = jsonb_build_object('marks', e.was)
    from (select g.row, jsonb_agg(g.id) as ids, coalesce(jsonb_agg(g.was) filter (where g.was <> 'null'), '[]') as was
      from ${given} group by g.row) as e
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = e.row`.execute(db)
  return [...new Set(rows.map(({ studentId }) => studentId))]
}

/** Removes what an import brought, and gives corrected marks back as they were. Returns the students; null if another import corrected one since. */
export async function takeBackMarks(db: Db, { schoolId, id: importId }: ImportKey) {
  const ids = sql`(select e.id::uuid from import_rows r cross join lateral jsonb_array_elements_text(r.effect -> 'ids') as e(id)
    where r.school_id = ${schoolId} and r.import_id = ${importId})`
  const { rows: touched } = await sql<{ studentId: string; isOurs: boolean }>`
    select student_id, import_id = ${importId} as is_ours from brought_marks where school_id = ${schoolId} and id in ${ids} for update`.execute(
    db,
  )
  if (touched.some(({ isOurs }) => !isOurs)) return null
  await sql`
    update brought_marks b set mark = w.mark, full_mark = w.full_mark, percent = w.percent, word = w.word, import_id = w.import_id,
      file_name = w.file_name, brought_on = w.brought_on, brought_by = w.brought_by, version = b.version + 1, modified_at = now()
    from import_rows r cross join lateral jsonb_populate_recordset(null::brought_marks, r.was -> 'marks') as w
    where r.school_id = ${schoolId} and r.import_id = ${importId} and b.school_id = ${schoolId} and b.id = w.id`.execute(
    db,
  )
  await sql`
    delete from brought_marks where school_id = ${schoolId} and import_id = ${importId} and id in ${ids}`.execute(db)
  return [...new Set(touched.map(({ studentId }) => studentId))]
}
