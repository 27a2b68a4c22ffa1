import { sql } from 'kysely'
import { byName, fullName } from '#server/db/search.ts'
import type { ResultScope } from './recorded.queries.ts'
import type { TermRow } from './terms.queries.ts'

/** `isOpen`: the class is active, or was closed only because its year was. */
export type ClassOfSchool = { id: string; name: string; gradeId: string; schoolYearId: string | null; isOpen: boolean }

/** All classes of a school by name, including those of former years. */
export const classesByName = (schoolId: string) =>
  sql<ClassOfSchool>`
    select id, name, grade_id, school_year_id, active or closed_with_year as is_open
    from class_rooms where school_id = ${schoolId} order by ${byName('name')}, id`

export type LastIssue = { id: string; gradeId: string; stood: boolean }

/** The last issue of each grade in a term. `stood`: it was not reopened before the term ended. */
export const lastIssues = (schoolId: string, term: TermRow) =>
  sql<LastIssue>`
    select distinct on (k.grade_id) k.id, k.grade_id,
      k.reopened_at is null or (k.reopened_at at time zone s.time_zone)::date >= ${term.endDate}::date as stood
    from term_closings k join schools s on s.id = k.school_id
    where k.school_id = ${schoolId} and k.term_id = ${term.id}
    order by k.grade_id, k.issue desc`

/** The last day that a year has in its plan. */
export const lastDayOfYear = (schoolId: string, yearId: string) =>
  sql<{ day: string | null }>`
    select greatest(
      (select max(end_date) from terms where school_id = ${schoolId} and school_year_id = ${yearId}),
      (select max(end_date) from school_year_months where school_id = ${schoolId} and school_year_id = ${yearId})) as day`

export type Stay = { classRoomId: string; fromDay: string; toDay: string | null }

export type Candidate = {
  id: string
  name: string
  active: boolean
  isMerged: boolean
  classRoomId: string
  /** The pupil's own row in one of the named issues. */
  closed: { closingId: string; classRoomId: string } | null
  /** The classes of the pupil so far, in order. */
  stays: Stay[]
}

/** Everybody who is or was in one of these classes or has a row in the grade's issue, with all their classes. */
export const candidatesFor = (
  schoolId: string,
  {
    classRoomIds,
    ofGrade,
    closingIds,
  }: { classRoomIds: readonly string[]; ofGrade: string | null; closingIds: readonly string[] },
) =>
  sql<Candidate>`
    with candidate as materialized (
      select id from students where school_id = ${schoolId} and class_room_id = any (${classRoomIds}::uuid[])
      union select student_id from student_classes
      where school_id = ${schoolId} and class_room_id = any (${classRoomIds}::uuid[])
      union select student_id from term_results
      where school_id = ${schoolId} and closing_id = ${ofGrade}::uuid
    )
    select st.id, ${fullName('st')} as name, st.active, st.class_room_id, st.merged_into is not null as is_merged,
      (select jsonb_build_object('closingId', r.closing_id, 'classRoomId', r.class_room_id) from term_results r
        where r.school_id = ${schoolId} and r.student_id = st.id and r.course_id is null
          and r.closing_id = any (${closingIds}::uuid[])
        order by r.closing_id desc limit 1) as closed,
      coalesce((
        select jsonb_agg(jsonb_build_object('classRoomId', h.class_room_id, 'fromDay', h.from_day, 'toDay', h.to_day)
          order by h.from_day, h.created_at, h.id)
        from student_classes h where h.school_id = ${schoolId} and h.student_id = st.id), '[]') as stays
    from candidate join students st on st.school_id = ${schoolId} and st.id = candidate.id
    order by ${byName(fullName('st'))}, st.id`

export type CourseOfClass = { classRoomId: string; courseId: string; isTaught: boolean }

/** The courses taught in these classes, and those with work that was set for them in a term by a teacher who no longer teaches them. */
export const coursesOfClasses = (
  { schoolId, courseId }: ResultScope,
  term: TermRow,
  { today, classRoomIds }: { today: string; classRoomIds: readonly string[] },
) => {
  const set = (table: 'exams' | 'homework' | 'activities', day: string) => sql`
    select w.class_room_id, w.course_id, false from ${sql.table(table)} w
    where w.school_id = ${schoolId} and w.class_room_id = any (${classRoomIds}::uuid[]) and w.removed_at is null
      and w.${sql.ref(day)} between ${term.startDate} and least(${term.endDate}::date, ${today}::date)`
  return sql<CourseOfClass>`
    select class_room_id, course_id, bool_or(is_taught) as is_taught
    from (
      select t.class_room_id, t.course_id, true as is_taught from class_teacher_courses t
      where t.school_id = ${schoolId} and t.class_room_id = any (${classRoomIds}::uuid[])
      union all ${set('exams', 'exam_date')}
      union all ${set('homework', 'assignment_date')}
      union all ${set('activities', 'activity_date')}
    ) known
    ${courseId ? sql`where course_id = ${courseId}` : sql``}
    group by class_room_id, course_id`
}
