import { type RawBuilder, sql } from 'kysely'
import { counts } from './open-days.queries.ts'

type Mark = {
  schoolId: string
  studentId: string
  classRoomId: string
  date: string
  state: 'present' | 'absent' | 'late' | 'excused'
}

/** Marks of a school in registers that count, filtered by `where` on `m`, one per student and day. */
export const settledMarks = (schoolId: RawBuilder<unknown> | string, where: RawBuilder<unknown>) => sql<Mark>`(
  select m.school_id, m.student_id, m.class_room_id, m.date, m.state
  from attendance_marks m
  where m.school_id = ${schoolId} and ${where} and ${isSettled}
    and ${counts({ ...(typeof schoolId === 'string' && { inSchool: schoolId }), classRoom: 'm.class_room_id', date: 'm.date' })})`

/** Whether the mark `m` is the one that counts for its student and day. Until 0980 a student could have several. */
export const isSettled = sql<boolean>`not m.superseded`

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
