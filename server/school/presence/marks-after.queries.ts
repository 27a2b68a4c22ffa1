import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** A student who left a school, with the last day there. */
export type Left = { schoolId: string; studentId: string; leftOn: string }

const after = ({ schoolId, studentId, leftOn }: Left) => sql`
  school_id = ${schoolId} and student_id = ${studentId} and date > ${leftOn}`

export async function marksAfter(db: Db, left: Left) {
  const { rows } = await sql<{ marks: number }>`
    select count(*)::integer as marks from attendance_marks where ${after(left)}`.execute(db)
  return rows[0]!.marks
}

/** Removes the marks of a student after a day. The sheets are locked in the same order as when each is saved. */
export async function removeMarksAfter(db: Db, left: Left, personId: string) {
  const { schoolId } = left
  await sql`
    select from attendance_sheets
    where school_id = ${schoolId} and (class_room_id, date) in (select class_room_id, date from attendance_marks where ${after(left)})
    order by date, class_room_id for update`.execute(db)
  await sql`
    delete from lesson_marks
    where school_id = ${schoolId} and student_id = ${left.studentId} and day > ${left.leftOn}`.execute(db)
  const { rows } = await sql<{ removed: number }>`
    with removed as (
      delete from attendance_marks where ${after(left)} returning class_room_id, date
    ), sheets as (
      update attendance_sheets s set version = s.version + 1, saved_by = ${personId}, modified_at = now()
      from removed where s.school_id = ${schoolId} and s.class_room_id = removed.class_room_id and s.date = removed.date
    )
    select count(*)::integer as removed from removed`.execute(db)
  return rows[0]!.removed
}
