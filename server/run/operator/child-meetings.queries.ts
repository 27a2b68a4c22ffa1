import type { ChildSection } from './child-marks.queries.ts'

/** The meetings of the child's parents with its teachers, and those that a teacher asked for. */
export const sectionOfMeetings: ChildSection = {
  name: 'meetings',
  ar: 'لقاءات أولياء الأمور',
  en: 'Meetings with teachers',
  sql: `select r.day, to_char(m.starts, 'HH24:MI') as time, r.title, concat_ws(' ', t.first_name, t.last_name) as teacher, m.asked, m.outcome,
      concat_ws(' ', u.first_name, u.last_name) as by
    from (
      select b.school_id, b.round_id, b.teacher_id, b.starts, b.outcome, b.booked_by, exists (
          select from meeting_wishes w
          where w.school_id = b.school_id and w.round_id = b.round_id and w.teacher_id = b.teacher_id and w.student_id = b.student_id) as asked
      from meeting_bookings b where b.student_id = any ($1::uuid[])
      union all
      select w.school_id, w.round_id, w.teacher_id, null, null, null, true
      from meeting_wishes w
      where w.student_id = any ($1::uuid[]) and not exists (
        select from meeting_bookings b
        where b.school_id = w.school_id and b.round_id = w.round_id and b.teacher_id = w.teacher_id and b.student_id = w.student_id)) m
    join meeting_rounds r on r.school_id = m.school_id and r.id = m.round_id
    join users t on t.id = m.teacher_id left join users u on u.id = m.booked_by order by r.day, m.starts, m.teacher_id`,
}
