import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { deriveDay } from '#server/teaching/attendance/deriving.queries.ts'
import { lockDay } from '#server/teaching/attendance/register.queries.ts'
import type { Days } from '#server/teaching/absence/excuses.queries.ts'

/** Derives the day of a student from their lessons anew, after hours of it were excused or no longer are. Nothing without lessons. */
export async function dayOfLessons(db: Db, { schoolId, studentId, fromDay: date }: Days, personId: string) {
  const { rows } = await sql<{ classRoomId: string }>`
    select m.class_room_id from lesson_marks m
    where m.school_id = ${schoolId} and m.student_id = ${studentId} and m.day = ${date}
    order by m.number limit 1`.execute(db)
  const [first] = rows
  if (!first) return
  await lockDay(schoolId, first.classRoomId, date, personId).execute(db)
  await deriveDay(db, { schoolId, classRoomId: first.classRoomId, date }, personId, [studentId])
}
