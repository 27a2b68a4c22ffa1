import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** A planned replacement gives its courses to the other teacher on its day, so that the week from then on can be planned before. */
const isPlanned = sql`r.done_at is null and r.ended_at is null`

/** Who teaches which course in which class, now or by a replacement that is planned. */
export const teachingOf = (schoolId: string) => sql<{ classRoomId: string; teacherId: string; courseId: string }>`
  select t.class_room_id, t.teacher_id, t.course_id from class_teacher_courses t where t.school_id = ${schoolId}
  union
  select t.class_room_id, r.to_teacher, t.course_id from class_teacher_courses t
  join teacher_replacements r on r.school_id = ${schoolId} and r.from_teacher = t.teacher_id and ${isPlanned}
  where t.school_id = ${schoolId}`

/** Whether person `one.id` teaches the course of lesson `l` in one of its classes, as `teachingOf` says. */
export const teachesIt = (schoolId: string) => sql`exists (
  select from class_teacher_courses t
  where t.school_id = ${schoolId} and t.course_id = l.course_id and t.class_room_id = any (l.class_ids)
    and (t.teacher_id = one.id or exists (select from teacher_replacements r
      where r.school_id = ${schoolId} and r.from_teacher = t.teacher_id and r.to_teacher = one.id and ${isPlanned})))`

/** How many lessons that the week from the day of replacement `r` on still gives to the former teacher are the other one's by their course. */
export const lessonsLeftOf = (schoolId: string, today: string) => sql<number>`(
  select count(*)::integer from timetable_on(${schoolId}, greatest(r.from_day, ${today}::date)) v
  join lessons l on l.school_id = ${schoolId} and l.timetable_id = v.timetable_id
  cross join (select r.to_teacher as id) one
  where r.ended_at is null and r.from_teacher = any (l.teacher_ids) and ${teachesIt(schoolId)})`

/** Who takes over from whom and from which day; undefined if there is no such replacement, or it has ended. */
export async function replacementToFollow(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<{ fromId: string; toId: string; fromDay: string }>`
    select r.from_teacher as from_id, r.to_teacher as to_id, r.from_day from teacher_replacements r
    where r.school_id = ${schoolId} and r.id = ${id} and r.ended_at is null`.execute(db)
  return rows[0]
}
