import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { lockName, shareName } from '#server/db/named-lock.ts'
import { byName, fullName } from '#server/db/search.ts'
import { keepSchemes } from './schemes.queries.ts'

export type ClosingRow = {
  id: string
  termId: string
  gradeId: string
  issue: number
  closedAt: string
  closedByName: string
  reason: string | null
  reopenedAt: string | null
  reopenedByName: string | null
  reopenReason: string | null
  publishedAt: string | null
  visibleFrom: string | null
}

const closings = sql`
  select c.id, c.term_id, c.grade_id, c.issue, c.closed_at, ${fullName('closer')} as closed_by_name, c.reason, c.reopened_at,
    nullif(${fullName('opener')}, '') as reopened_by_name, c.reopen_reason, c.published_at, c.visible_from
  from term_closings c
  join users closer on closer.id = c.closed_by
  left join users opener on opener.id = c.reopened_by`

/** Closings of a term, the latest issue first. */
export async function closingsOf(db: Db, schoolId: string, termId: string, gradeId: string | null = null) {
  const { rows } = await sql<ClosingRow>`
    ${closings} where c.school_id = ${schoolId} and c.term_id = ${termId}
      ${gradeId ? sql`and c.grade_id = ${gradeId}` : sql``}
    order by c.issue desc`.execute(db)
  return rows
}

/** The closing that is valid now, that is, not reopened. */
export async function openClosing(db: Db, schoolId: string, termId: string, gradeId: string) {
  return (await closingsOf(db, schoolId, termId, gradeId)).find(({ reopenedAt }) => reopenedAt === null)
}

/**
 * Allows one change of a grade's term at a time (closing, reopening, publishing, grace marks), and keeps its schemes unchanged meanwhile.
 */
export async function lockGradeTerm(db: Db, schoolId: string, termId: string, gradeId: string) {
  await keepSchemes(db, schoolId)
  await lockName(db, nameOf(schoolId, termId, gradeId))
}

const nameOf = (schoolId: string, termId: string, gradeId: string) => `results ${schoolId} ${termId} ${gradeId}`

/** Nobody closes or reopens a grade's term meanwhile. Several calls can keep it so at once. */
export const keepClosing = (db: Db, schoolId: string, termId: string, gradeId: string) =>
  shareName(db, nameOf(schoolId, termId, gradeId))

type NewClosing = {
  schoolId: string
  termId: string
  gradeId: string
  closedBy: string
  reason: string | null
  now: Date
}

export async function insertClosing(db: Db, { schoolId, termId, gradeId, closedBy, reason, now }: NewClosing) {
  const id = newId()
  await sql`
    insert into term_closings (school_id, id, term_id, grade_id, issue, closed_at, closed_by, reason)
    select t.school_id, ${id}::uuid, t.id, ${gradeId}::uuid, 1 + coalesce((
        select max(issue) from term_closings where school_id = ${schoolId} and term_id = t.id and grade_id = ${gradeId}), 0),
      ${now}::timestamptz, ${closedBy}::uuid, ${reason}::text
    from terms t where t.school_id = ${schoolId} and t.id = ${termId}`.execute(db)
  return id
}

/** A result as it is closed; `parts` and `band` are stored as given. */
export type ResultRow = {
  studentId: string
  classRoomId: string
  courseId: string | null
  parts: unknown
  total: number | null
  fullMark: number | null
  percent: number | null
  band: unknown
  state: string | null
  passed: boolean | null
  needsSecondRound: boolean
  rank: number | null
  round: number
}

/** `remarks`: on the row of the total. */
type NewResult = ResultRow & { remarks: unknown }

export const insertResults = (db: Db, schoolId: string, closingId: string, rows: readonly NewResult[]) =>
  sql`
    insert into term_results (school_id, closing_id, student_id, class_room_id, course_id, parts, total, full_mark, percent, band,
      state, passed, needs_second_round, rank, round, remarks)
    select t.school_id, t.id, r."studentId", r."classRoomId", r."courseId", r.parts, r.total, r."fullMark", r.percent,
      nullif(r.band, 'null'), r.state, r.passed, r."needsSecondRound", r.rank, r.round, nullif(r.remarks, 'null')
    from term_closings t
    cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("studentId" uuid, "classRoomId" uuid, "courseId" uuid, parts jsonb,
      total numeric, "fullMark" numeric, percent numeric, band jsonb, state text, passed boolean, "needsSecondRound" boolean,
      rank integer, round integer, remarks jsonb)
    where t.school_id = ${schoolId} and t.id = ${closingId}`.execute(db)

/** The closed courses by pupil and course. */
export async function closedCourses(db: Db, schoolId: string, closingId: string) {
  const { rows } = await sql<{
    studentId: string
    studentName: string
    courseId: string
    courseName: string
    total: number | null
    state: string | null
    passed: boolean | null
  }>`
    select r.student_id, ${fullName('st')} as student_name, r.course_id, k.name as course_name, r.total, r.state, r.passed
    from term_results r
    join students st on st.school_id = r.school_id and st.id = r.student_id
    join courses k on k.school_id = r.school_id and k.id = r.course_id
    where r.school_id = ${schoolId} and r.closing_id = ${closingId}
    order by ${byName(fullName('st'))}, st.id, ${byName('k.name')}, k.id`.execute(db)
  return new Map(rows.map((row) => [row.studentId + row.courseId, row]))
}

export async function closedCoursesOfClass(
  db: Db,
  { schoolId, closingId, classRoomId }: { schoolId: string; closingId: string; classRoomId: string },
) {
  const { rows } = await sql<{ courseId: string }>`
    select distinct course_id from term_results
    where school_id = ${schoolId} and closing_id = ${closingId} and class_room_id = ${classRoomId}
      and course_id is not null`.execute(db)
  return rows.map(({ courseId }) => courseId)
}

export const setReopened = (
  db: Db,
  {
    schoolId,
    id,
    personId,
    reason,
    now,
  }: { schoolId: string; id: string; personId: string; reason: string; now: Date },
) =>
  sql`update term_closings set reopened_at = ${now}, reopened_by = ${personId}, reopen_reason = ${reason}
    where school_id = ${schoolId} and id = ${id}`.execute(db)

type Publishing = {
  school: { id: string; timeZone: string }
  id: string
  personId: string
  now: Date
  day: string | null
  time: string | null
}

/** Publishes from now on, or from a day and hour of the school. */
export const setPublished = (db: Db, { school, id, personId, now, day, time }: Publishing) =>
  sql`update term_closings set published_at = ${now}, published_by = ${personId},
      visible_from = greatest(${now}::timestamptz,
        coalesce((${day}::date + ${time ?? '00:00'}::time) at time zone ${school.timeZone}, ${now}))
    where school_id = ${school.id} and id = ${id}`.execute(db)

export async function studentsOfClosing(db: Db, schoolId: string, closingId: string) {
  const { rows } = await sql<{ studentId: string }>`
    select student_id from term_results where school_id = ${schoolId} and closing_id = ${closingId} and course_id is null`.execute(
    db,
  )
  return rows.map(({ studentId }) => studentId)
}

type Confirmed = { studentId: string; courseId: string; points: number }

/** The stored grace marks of pupils in a term, whether they are needed or not. */
export async function storedGrace(db: Db, schoolId: string, termId: string, studentIds: readonly string[]) {
  const { rows } = await sql<Confirmed & { studentName: string; courseName: string }>`
    select g.student_id, ${fullName('st')} as student_name, g.course_id, k.name as course_name, g.points
    from grace_marks g
    join students st on st.school_id = g.school_id and st.id = g.student_id
    join courses k on k.school_id = g.school_id and k.id = g.course_id
    where g.school_id = ${schoolId} and g.term_id = ${termId} and g.student_id = any (${studentIds}::uuid[])
    order by ${byName(fullName('st'))}, st.id, ${byName('k.name')}, k.id`.execute(db)
  return rows
}

/**
 * Stores the confirmed grace marks of a grade's pupils. Unchanged ones stay as they are; the former ones of all others are kept as history.
 * Returns the pupils whose grace marks were taken back.
 */
export async function replaceGrace(
  db: Db,
  { schoolId, termId, personId }: { schoolId: string; termId: string; personId: string },
  studentIds: readonly string[],
  items: readonly Confirmed[],
) {
  const rows = JSON.stringify(items.map((item) => ({ ...item, id: newId() })))
  const { rows: gone } = await sql<{ studentId: string; courseId: string }>`
    delete from grace_marks m where m.school_id = ${schoolId} and m.term_id = ${termId}
      and m.student_id = any (${studentIds}::uuid[])
      and (m.student_id, m.course_id, m.points) not in (
        select g."studentId", g."courseId", g.points
        from jsonb_to_recordset(${rows}::jsonb) as g ("studentId" uuid, "courseId" uuid, points numeric))
    returning m.student_id, m.course_id`.execute(db)
  await sql`
    insert into grace_marks (school_id, id, term_id, student_id, course_id, points, confirmed_by)
    select t.school_id, g.id, t.id, g."studentId", g."courseId", g.points, ${personId}::uuid
    from terms t cross join jsonb_to_recordset(${rows}::jsonb) as g (id uuid, "studentId" uuid, "courseId" uuid, points numeric)
    where t.school_id = ${schoolId} and t.id = ${termId}
    on conflict (school_id, term_id, student_id, course_id) do nothing`.execute(db)
  const kept = new Set(items.map(({ studentId, courseId }) => studentId + courseId))
  const takenBack = gone.filter(({ studentId, courseId }) => !kept.has(studentId + courseId))
  return [...new Set(takenBack.map(({ studentId }) => studentId))]
}
