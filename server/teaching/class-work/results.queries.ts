import { sql } from 'kysely'
import { attachmentsOfHomework } from '#server/platform/attachments/attachments.queries.ts'
import { type WorkTable, kinds } from '#server/db/work-tables.ts'
import { type StoredWork } from './class-work.queries.ts'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, pagedOnce } from '#server/db/page.ts'
import { inReach } from '#server/db/rows.ts'
import { draftsHidden } from './drafts.queries.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { byName, fullName, weekDay } from '#server/db/search.ts'
import type { Reach } from '#server/db/reach.ts'
import { dayOf, inYear, type WorkRow } from './works.queries.ts'

/** The filters of results; each kind of work uses some of them. */
export type ResultFilter = {
  studentId?: string | null | undefined
  workId?: string | null | undefined
  classRoomId?: string | null | undefined
  courseId?: string | null | undefined
  months?: string[] | null | undefined
  resultFrom?: number | null | undefined
  resultTo?: number | null | undefined
  tookPart?: boolean | null | undefined
  deliveredDateFrom?: string | null | undefined
  deliveredDateTo?: string | null | undefined
  dateFrom?: string | null | undefined
  dateTo?: string | null | undefined
  yearId?: string | null | undefined
}

type Where = { schoolId: string; reach: Reach }

/** The results within reach, latest work first. */
export const resultsIn = (db: Db, kind: WorkTable, where: Where, filter: ResultFilter, page: PageRequest) =>
  results(db, page, kind, where, filter)

/** The same as a statement, to be sent with others. */
export const resultsQuery = (db: Db, kind: WorkTable, where: Where, filter: ResultFilter) => {
  const { result, tookPart } = marksSeen(kind, where)
  const day = sql<string>`${sql.ref(dayOf(kind))}`
  let query = resultRows(db, kind, where)
    .orderBy(day, 'desc')
    .orderBy(byName(fullName('st')))
    .orderBy('w.id')
  if (filter.studentId) query = query.where('r.studentId', '=', filter.studentId)
  if (filter.workId) query = query.where('w.id', '=', filter.workId)
  if (filter.classRoomId) query = query.where('w.classRoomId', '=', filter.classRoomId)
  if (filter.courseId) query = query.where('w.courseId', '=', filter.courseId)
  if (filter.months?.length) query = query.where('w.monthId', '=', sql<string>`any(${filter.months}::uuid[])`)
  if (filter.resultFrom != null) query = query.where(result, '>=', filter.resultFrom)
  if (filter.resultTo != null) query = query.where(result, '<=', filter.resultTo)
  if (filter.tookPart != null) query = query.where(tookPart, '=', filter.tookPart)
  if (filter.deliveredDateFrom) query = query.where('r.deliveredDate', '>=', filter.deliveredDateFrom)
  if (filter.deliveredDateTo) query = query.where('r.deliveredDate', '<=', filter.deliveredDateTo)
  if (filter.dateFrom) query = query.where(day, '>=', filter.dateFrom)
  if (filter.dateTo) query = query.where(day, '<=', filter.dateTo)
  if (filter.yearId) query = query.where(inYear(kind, filter.yearId, where.schoolId))
  return query
}

const results = pagedOnce(resultsQuery)

/** The results of these students in one work, in no particular order. */
export const resultsOfStudents = (
  db: Db,
  kind: WorkTable,
  where: Where,
  workId: string,
  studentIds: readonly string[],
) =>
  resultRows(db, kind, where)
    .where('w.id', '=', workId)
    .where('r.studentId', '=', sql<string>`any(${studentIds}::uuid[])`)
    .execute()

/** The columns that the three kinds share. Only homework has `deliveredDate`. */
type ResultRow = {
  schoolId: string
  studentId: string
  deliveredDate: string
  version: number
  removedAt: string | null
}

function resultRows(db: Db, kind: WorkTable, { schoolId, reach }: Where) {
  const { works, seen, key } = kinds[kind]
  const { result, tookPart, version } = marksSeen(kind, { schoolId, reach })
  const only = <T>(of: WorkTable, value: ReturnType<typeof sql<T>>) => (of === kind ? value : sql<T>`null`)
  return db
    .selectFrom(sql<ResultRow>`${sql.table(seen)}`.as('r'))
    .innerJoin(sql<WorkRow>`${sql.table(works)}`.as('w'), (on) =>
      on.onRef('w.schoolId', '=', 'r.schoolId').on('w.id', '=', sql<string>`r.${sql.ref(key)}`),
    )
    .innerJoin('classRooms as cr', (on) =>
      on.onRef('cr.schoolId', '=', 'w.schoolId').onRef('cr.id', '=', 'w.classRoomId'),
    )
    .innerJoin('courses as c', (on) => on.onRef('c.schoolId', '=', 'w.schoolId').onRef('c.id', '=', 'w.courseId'))
    .innerJoin('users as supervisor', 'supervisor.id', 'w.supervisorId')
    .innerJoin('students as st', (on) => on.onRef('st.schoolId', '=', 'r.schoolId').onRef('st.id', '=', 'r.studentId'))
    .where('r.removedAt', 'is', null)
    .where('w.removedAt', 'is', null)
    .where('w.schoolId', '=', schoolId)
    .where(
      inReach(reach, {
        inSchool: schoolId,
        classRoom: 'w.classRoomId',
        course: 'w.courseId',
        student: 'r.studentId',
        date: dayOf(kind),
      }),
    )
    .select(['w.id as workId', sql<string>`${sql.ref(dayOf(kind))}`.as('date'), weekDay(dayOf(kind)).as('weekDay')])
    .select([sql<string>`coalesce(w.details, '')`.as('details'), 'w.courseId', 'c.name as courseName'])
    .select([
      'w.classRoomId',
      'cr.name as classRoomName',
      'w.supervisorId',
      fullName('supervisor').as('supervisorName'),
    ])
    .select(['w.rate', 'r.studentId', fullName('st').as('studentName'), 'st.imageUrl as studentImage'])
    .select([result.as('result'), tookPart.as('tookPart'), version.as('version')])
    .select([
      only('homework', sql<string | null>`r.delivered_date`).as('deliveredDate'),
      only('homework', attachmentsOfHomework('w.id', schoolId)).as('attachments'),
      only('exam', sql<string>`w.month_id`).as('monthId'),
      only(
        'exam',
        sql<string>`(select name from school_year_months where school_id = ${schoolId} and id = w.month_id)`,
      ).as('monthName'),
    ])
    .select([
      only('exam', sql<boolean>`r.is_draft`).as('isDraft'),
      only('exam', sql<string | null>`r.corrected_at`).as('correctedAt'),
      only('exam', sql<number | null>`r.former_result`).as('formerResult'),
      only('exam', sql<boolean | null>`r.former_attend`).as('formerTookPart'),
    ])
}

/**
 * The marks of `r` that a reach may see. Row-level security hides drafts from parents. It cannot hide them from a teacher who
 * is also a parent in the class, because the call of a teacher sees the whole class. Such a person sees only the drafts of the
 * courses that they teach.
 */
function marksSeen(kind: WorkTable, { schoolId, reach }: Where) {
  const { mark, tookPart } = kinds[kind]
  const hidden =
    kind === 'exam'
      ? draftsHidden(reach, { inSchool: schoolId, classRoom: 'w.classRoomId', course: 'w.courseId' })
      : null
  const seen = <T>(column: string, instead = sql`null`) => {
    const value = sql<T>`${sql.ref(`r.${column}`)}`
    return hidden ? sql<T>`case when ${hidden} then ${instead} else ${value} end` : value
  }
  return {
    result: seen<number | null>(mark),
    tookPart: seen<boolean | null>(tookPart),
    version: seen<number>('version', sql`1`),
  }
}

/** A student's result as it is stored. Only homework has a day of delivery. */
export type Kept = { result: number | null; tookPart: boolean | null; deliveredDate: string | null }

/**
 * Locks work and the results of these students until the call ends, always in the same order. Returns the work with its full
 * mark and whether its year is completed, and the results by student.
 */
export async function locked(db: Db, kind: WorkTable, schoolId: string, workId: string, studentIds: readonly string[]) {
  const { works, results } = await sideBySide(db, {
    works: workLock(kind, schoolId, workId),
    results: resultLocks({ kind, schoolId, workId }, studentIds),
  })
  return { work: works[0], stored: new Map(results.map((row) => [row.studentId, row])) }
}

function workLock(kind: WorkTable, schoolId: string, id: string) {
  const year = sql`join school_year_months m on m.school_id = w.school_id and m.id = w.month_id join school_years y on y.school_id = m.school_id and y.id = m.school_year_id`
  return sql<{ rate: number; completed: boolean }>`
    select w.rate, ${kind === 'exam' ? sql`y.completed` : sql`false`} as completed
    from ${sql.table(kinds[kind].works)} w ${kind === 'exam' ? year : sql``}
    where w.school_id = ${schoolId} and w.id = ${id} and w.removed_at is null for share`
}

function resultLocks({ kind, schoolId, workId }: StoredWork, studentIds: readonly string[]) {
  const { results, key, mark, tookPart } = kinds[kind]
  return sql<Kept & { studentId: string; version: number }>`
    select student_id, version, ${sql.ref(mark)} as result, ${sql.ref(tookPart)} as took_part,
      ${kind === 'homework' ? sql`delivered_date` : sql`null`} as delivered_date
    from ${sql.table(results)}
    where school_id = ${schoolId} and ${sql.ref(key)} = ${workId} and student_id = any(${[...studentIds]}::uuid[])
      and removed_at is null
    order by student_id for update`
}

/**
 * A result after it was written: its version and, for an exam, whether parents see it and whether they saw another one before.
 */
export type WrittenResult = { studentId: string; version: number; isDraft: boolean; isCorrected: boolean }

/** Writes results. The version of an existing result increases by one. */
export async function writeResults(
  db: Db,
  { kind, schoolId, workId }: StoredWork,
  written: (Kept & { studentId: string })[],
  { isNew = false } = {},
) {
  const { results, key, mark, tookPart } = kinds[kind]
  const column = <C extends keyof (typeof written)[number]>(name: C) => written.map((one) => one[name])
  const delivered = kind === 'homework' ? sql`delivered_date = w.delivered_date,` : sql``
  const became =
    kind === 'exam'
      ? sql`r.is_draft, r.corrected_at is not distinct from r.modified_at as is_corrected`
      : sql`false as is_draft, false as is_corrected`
  const { rows } = await sql<WrittenResult>`
    update ${sql.table(results)} r
    set ${sql.ref(mark)} = w.mark, ${sql.ref(tookPart)} = w.took_part, ${delivered}
      version = r.version + ${isNew ? 0 : 1}, modified_at = now()
    from unnest(${column('studentId')}::uuid[], ${column('result')}::numeric[], ${column('tookPart')}::boolean[],
      ${column('deliveredDate')}::date[]) as w(student_id, mark, took_part, delivered_date)
    where r.school_id = ${schoolId} and r.${sql.ref(key)} = ${workId} and r.student_id = w.student_id
    returning r.student_id, r.version, ${became}`.execute(db)
  return rows
}
