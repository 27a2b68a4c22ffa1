import { sql } from 'kysely'
import { stateWithExcuse } from '#server/teaching/absence/excuses.queries.ts'

/**
 * The days of rows (`r`) as they were read, each with the class of the student on that day (before the school knew the student: the first one),
 * the mark that the school has of it (`m`), and the state that a register would store: an accepted excuse covers the absence.
 */
export const daysOfRows = (schoolId: string) => sql`
  cross join lateral jsonb_to_recordset(r.plan -> 'days') as d(at integer, "dayAt" integer, date date, state text, minutes smallint, note text, blank boolean)
  cross join lateral (select coalesce(
    (select h.class_room_id from student_classes h where h.school_id = ${schoolId} and h.student_id = r.student_id
      and d.date between h.from_day and coalesce(h.to_day, 'infinity') order by h.from_day desc, h.id desc limit 1),
    (select h.class_room_id from student_classes h where h.school_id = ${schoolId} and h.student_id = r.student_id order by h.from_day, h.id limit 1),
    (select s.class_room_id from students s where s.school_id = ${schoolId} and s.id = r.student_id)) as id) k
  left join attendance_marks m on m.school_id = ${schoolId} and m.student_id = r.student_id and m.date = d.date and not m.superseded
  cross join lateral (select ${stateWithExcuse(schoolId, { student: 'r.studentId', day: 'd.date', state: 'd.state' })} as state) e`
