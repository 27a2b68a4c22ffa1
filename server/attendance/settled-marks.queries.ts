import { type RawBuilder, sql } from 'kysely'
import { counts } from '#server/calendar/open-days.queries.ts'

type Mark = {
  schoolId: string
  studentId: string
  classRoomId: string
  date: string
  state: 'present' | 'absent' | 'late' | 'excused'
}

/**
 * Marks of a school in registers that count, filtered by `where` on `m`, one per student and day. On the day of a move, a student may have
 * marks in the registers of both classes. The one saved last counts, as in the rules of absence (`absence_counted`).
 */
export const settledMarks = (schoolId: RawBuilder<unknown> | string, where: RawBuilder<unknown>) => sql<Mark>`(
  select distinct on (m.student_id, m.date) m.school_id, m.student_id, m.class_room_id, m.date, m.state
  from attendance_marks m
  where m.school_id = ${schoolId} and ${where}
    and ${counts({ ...(typeof schoolId === 'string' && { inSchool: schoolId }), classRoom: 'm.class_room_id', date: 'm.date' })}
  order by m.student_id, m.date, m.modified_at desc, m.id desc)`

/** Whether the mark `m` is the one that counts for its student and day. For few marks only, because each is looked up by its student. */
export const isSettled = (schoolId: string) => sql<boolean>`not exists (
  select from attendance_marks later
  where later.school_id = ${schoolId} and later.student_id = m.student_id and later.date = m.date
    and (later.modified_at, later.id) > (m.modified_at, m.id)
    and ${counts({ inSchool: schoolId, classRoom: 'later.class_room_id', date: 'later.date' })})`

type Span = { schoolId: string; from: string; to: string }

/** For each student: the days of a span with a register that counts, and how many of them were absent without excuse, late, and excused. */
export const attendanceOf = ({ schoolId, from, to }: Span, studentIds: readonly string[]) =>
  sql<{ studentId: string; days: number; absent: number; late: number; excused: number }>`
    select m.student_id, count(*)::integer as days,
      (count(*) filter (where m.state = 'absent'))::integer as absent,
      (count(*) filter (where m.state = 'late'))::integer as late,
      (count(*) filter (where m.state = 'excused'))::integer as excused
    from ${settledMarks(schoolId, sql`m.student_id = any (${[...studentIds]}::uuid[]) and m.date between ${from} and ${to}`)} m
    group by m.student_id`
