import { sql } from 'kysely'
import { byName } from '#server/db/search.ts'
import type { TermRow } from './terms.queries.ts'

export type StateOfMark = 'absent' | 'excused' | 'exempt' | 'withheld'

export type WorkOfPupil = {
  kind: 'exams' | 'homework' | 'activities'
  result: number | null
  isMissing: boolean
  rate: number
  month: number | null
  words: string
}

/** Whose results: those of a grade or of one of its classes, in all courses or in one. */
export type ResultScope = { schoolId: string; gradeId: string; classRoomId?: string; courseId?: string }

/**
 * For the rest of the transaction, PostgreSQL plans each read for its actual values. With a generic plan, which a connection would keep,
 * reading 200 pupils with 80 exams each took more than 2 s.
 */
export const planByValues = () => sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`

export type StoredUse<Rules> = {
  courseId: string | null
  schemeId: string
  schemeName: string
  schemeVersion: number
  fullMark: number
  passMark: number
  inTotal: boolean
  rules: Rules
}

export const usesOfGrade = <Rules>(schoolId: string, termId: string, gradeId: string) =>
  sql<StoredUse<Rules>>`
    select u.course_id, u.scheme_id, s.name as scheme_name, u.scheme_version, u.full_mark, u.pass_mark, u.in_total, v.rules
    from result_scheme_uses u
    join result_schemes s on s.school_id = u.school_id and s.id = u.scheme_id
    join result_scheme_versions v on v.school_id = u.school_id and v.scheme_id = u.scheme_id and v.version = u.scheme_version
    where u.school_id = ${schoolId} and u.term_id = ${termId} and u.grade_id = ${gradeId}`

export const coursesByName = (schoolId: string) =>
  sql<{ id: string; name: string }>`
    select id, name from courses where school_id = ${schoolId} order by ${byName('name')}, id`

type PackedWork = [
  kind: WorkOfPupil['kind'],
  result: number | null,
  isMissing: boolean,
  rate: number,
  month: number | null,
  words: string,
]

type PackedWorks = { studentId: string; courseId: string; works: PackedWork[] }

const works = (kind: WorkOfPupil['kind'], { schoolId, courseId }: ResultScope, term: TermRow, today: string) => {
  const { table, results, id, day, result, done, month } = {
    exams: {
      table: 'exams',
      results: 'student_exams',
      id: 'exam_id',
      day: 'exam_date',
      result: 'total_result',
      done: 'is_attend',
      month: sql`month.nth`,
    },
    homework: {
      table: 'homework',
      results: 'student_homework',
      id: 'homework_id',
      day: 'assignment_date',
      result: 'result',
      done: 'is_delivered',
      month: sql`null::bigint`,
    },
    activities: {
      table: 'activities',
      results: 'student_activities',
      id: 'activity_id',
      day: 'activity_date',
      result: 'result',
      done: 'is_attend',
      month: sql`null::bigint`,
    },
  }[kind]
  return sql`
    select r.student_id, w.course_id, w.${sql.ref(day)} as day, w.id, jsonb_build_array(${sql.lit(kind)},
      case when r.${sql.ref(done)} is false then null else r.${sql.ref(result)} end, r.${sql.ref(done)} is false,
      w.rate, ${month}, coalesce(w.details, '')) as work
    from pupil
    join ${sql.table(results)} r on r.school_id = ${schoolId} and r.student_id = pupil.id and r.removed_at is null
    join ${sql.table(table)} w on w.id = r.${sql.ref(id)} and w.removed_at is null
    ${kind === 'exams' ? sql`left join month on month.id = w.month_id` : sql``}
    where w.school_id = ${schoolId} and w.${sql.ref(day)} between ${term.startDate} and least(${term.endDate}::date, ${today}::date)
      ${courseId ? sql`and w.course_id = ${courseId}` : sql``}`
}

/**
 * Everything recorded of pupils in a term, by course, in one statement, whatever class a pupil was in at the time. Months are those that
 * begin in the term, numbered. Work of days after today is neither owed nor counted yet.
 */
export const worksOf = (
  scope: ResultScope,
  term: TermRow,
  { today, studentIds }: { today: string; studentIds: readonly string[] },
) =>
  sql<PackedWorks>`
    with pupil as materialized (
      select unnest(${studentIds}::uuid[]) as id
    ), month as materialized (
      select m.id, row_number() over (order by m.start_date, m.position) as nth
      from school_year_months m
      where m.school_id = ${scope.schoolId} and m.school_year_id = ${term.schoolYearId}
        and m.start_date between date_trunc('month', ${term.startDate}::date)::date and ${term.endDate}
    ), work as (
      ${works('exams', scope, term, today)} union all ${works('homework', scope, term, today)}
      union all ${works('activities', scope, term, today)}
    )
    select student_id, course_id, jsonb_agg(work order by day, id) as works
    from work group by student_id, course_id`

export const unpacked = ({ works: packed }: PackedWorks) =>
  packed.map(
    ([kind, result, isMissing, rate, month, words]): WorkOfPupil => ({ kind, result, isMissing, rate, month, words }),
  )

export type StoredMark = {
  id: string
  studentId: string
  courseId: string
  partId: string
  round: number
  mark: number | null
  state: StateOfMark | null
  origin: string | null
  version: number
}

export const partMarksOf = ({ schoolId, courseId }: ResultScope, termId: string, studentIds: readonly string[]) =>
  sql<StoredMark>`
    select id, student_id, course_id, part_id, round, mark, state, origin, version
    from part_marks
    where school_id = ${schoolId} and term_id = ${termId} and student_id = any (${studentIds}::uuid[])
      ${courseId ? sql`and course_id = ${courseId}` : sql``}`

export const graceOf = ({ schoolId }: ResultScope, termId: string, studentIds: readonly string[]) =>
  sql<{ studentId: string; courseId: string; points: number }>`
    select student_id, course_id, points from grace_marks
    where school_id = ${schoolId} and term_id = ${termId} and student_id = any (${studentIds}::uuid[])`
