import { sql } from 'kysely'
import { stateWithExcuse } from '#server/teaching/absence/excuses.queries.ts'

type Span = { schoolId: string; from: string; to: string }

/**
 * For each student and course: the lessons of a span that were taken, and how many of them were missed without excuse, and late. Who was on the
 * school's business, or whose day is excused, did not miss them.
 */
export const lessonsInCourses = ({ schoolId, from, to }: Span, studentIds: readonly string[]) =>
  sql<{ studentId: string; courseId: string; days: number; absent: number; late: number }>`
    select m.student_id, m.course_id, count(*)::integer as days,
      (count(*) filter (where m.state = 'absent'))::integer as absent,
      (count(*) filter (where m.state = 'late'))::integer as late
    from (
      select c.student_id, c.course_id, ${stateWithExcuse(schoolId, { student: 'c.studentId', day: 'c.day', state: 'c.state' })} as state
      from (
        select l.student_id, l.day, s.course_id, counted.state
        from lesson_marks l cross join lateral counted_mark(${schoolId}, l) counted
        join lesson_sheets s on s.school_id = ${schoolId} and s.class_room_id = l.class_room_id and s.day = l.day
          and s.number = l.number and s.part = l.part
        where l.school_id = ${schoolId} and l.student_id = any (${[...studentIds]}::uuid[]) and l.day between ${from} and ${to}) c) m
    group by m.student_id, m.course_id`
