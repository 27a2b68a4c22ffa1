import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { lockName } from '#server/db/named-lock.ts'
import { fullName } from '#server/db/search.ts'
import { keepStudents } from '#server/platform/payments/seats.queries.ts'
import type { StateOfMark } from './recorded.queries.ts'

export type CellKey = { studentId: string; partId: string; round: number }
export type CellChange = CellKey & {
  mark: number | null
  state: StateOfMark | null
  origin: string | null
  reason: string | null
}

/** Allows one save per course of a class at a time. Others wait, so that no cell is lost between reading and writing. */
export const lockCourse = (db: Db, schoolId: string, termId: string, classRoomId: string, courseId: string) =>
  lockName(db, `marks ${schoolId} ${termId} ${classRoomId} ${courseId}`)

/** Stores cells. An unchanged cell keeps its version. */
export async function storeCells(
  db: Db,
  { schoolId, termId, courseId, personId }: { schoolId: string; termId: string; courseId: string; personId: string },
  cells: readonly CellChange[],
) {
  const rows = cells.map((cell) => ({ ...cell, id: newId() }))
  const studentIds = cells.map(({ studentId }) => studentId)
  await keepStudents(db, schoolId, studentIds)
  await sql`
    insert into part_marks as m (school_id, id, term_id, student_id, course_id, part_id, round, mark, state, origin, reason, marked_by)
    select ${schoolId}, c.id, ${termId}, c."studentId", ${courseId}, c."partId", c.round, c.mark, c.state, c.origin, c.reason, ${personId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id uuid, "studentId" uuid, "partId" uuid, round smallint,
      mark numeric, state text, origin text, reason text)
    on conflict (school_id, term_id, course_id, student_id, part_id, round) do update
    set mark = excluded.mark, state = excluded.state, origin = excluded.origin, reason = excluded.reason,
      marked_by = excluded.marked_by, version = m.version + 1, modified_at = excluded.modified_at
    where (m.mark, m.state, m.origin) is distinct from (excluded.mark, excluded.state, excluded.origin)`.execute(db)
}

export type MarkChange = {
  partId: string
  round: number
  at: string
  byName: string
  formerMark: number | null
  formerState: StateOfMark | null
  mark: number | null
  state: StateOfMark | null
  origin: string | null
  reason: string | null
}

type HistoryOf = { schoolId: string; termId: string; courseId: string; studentId: string }

/** All values that a pupil's marks in a course have had: each row as it is now, and as it was before each change. */
export async function changesOfMarks(db: Db, { schoolId, termId, courseId, studentId }: HistoryOf) {
  const { rows } = await sql<MarkChange>`
    with own as (
      select * from part_marks
      where school_id = ${schoolId} and term_id = ${termId} and course_id = ${courseId} and student_id = ${studentId}
    ), value as (
      select own.id, own.part_id, own.round, (f.was ->> 'mark')::numeric as mark, f.was ->> 'state' as state,
        f.was ->> 'origin' as origin, f.was ->> 'reason' as reason, (f.was ->> 'marked_by')::uuid as marked_by,
        (f.was ->> 'modified_at')::timestamptz as at, (f.was ->> 'version')::integer as version
      from own join former_values f on f.table_name = 'part_marks' and f.row_id = own.id
      where f.school_id = ${schoolId}
      union all
      select id, part_id, round, mark, state, origin, reason, marked_by, modified_at, version from own
    ), step as (
      select *, lag(mark) over by_version as former_mark, lag(state) over by_version as former_state
      from value window by_version as (partition by id order by version)
    )
    select s.part_id, s.round, s.at, ${fullName('u')} as by_name, s.former_mark, s.former_state, s.mark, s.state, s.origin, s.reason
    from step s join users u on u.id = s.marked_by
    order by s.at desc, s.version desc, s.part_id`.execute(db)
  return rows
}
