import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { StateOfMark } from './recorded.queries.ts'

export type CellKey = { studentId: string; partId: string; round: number }
export type CellChange = CellKey & { mark: number | null; state: StateOfMark | null; origin: string | null }

/** One save of a course of a class at a time; others wait, so that no cell is lost between reading and writing it. */
export const lockCourse = (db: Db, schoolId: string, termId: string, classRoomId: string, courseId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`marks ${schoolId} ${termId} ${classRoomId} ${courseId}`}, 0))`.execute(
    db,
  )

/** Stores cells; one that is as it was stays as it is, with its version. */
export async function storeCells(
  db: Db,
  { schoolId, termId, courseId, personId }: { schoolId: string; termId: string; courseId: string; personId: string },
  cells: readonly CellChange[],
) {
  const rows = cells.map((cell) => ({ ...cell, id: newId() }))
  await sql`
    insert into part_marks as m (school_id, id, term_id, student_id, course_id, part_id, round, mark, state, origin, marked_by)
    select ${schoolId}, c.id, ${termId}, c."studentId", ${courseId}, c."partId", c.round, c.mark, c.state, c.origin, ${personId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id uuid, "studentId" uuid, "partId" uuid, round smallint,
      mark numeric, state text, origin text)
    on conflict (school_id, term_id, course_id, student_id, part_id, round) do update
    set mark = excluded.mark, state = excluded.state, origin = excluded.origin, marked_by = excluded.marked_by,
      version = m.version + 1, modified_at = now()
    where (m.mark, m.state, m.origin) is distinct from (excluded.mark, excluded.state, excluded.origin)`.execute(db)
}
