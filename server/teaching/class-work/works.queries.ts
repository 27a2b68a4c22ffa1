import { type RawBuilder, sql } from 'kysely'
import { attachmentsOfHomework } from '#server/platform/attachments/attachments.queries.ts'
import { type WorkTable, kinds } from '#server/db/work-tables.ts'
import { figuresOf } from './figures.queries.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { inOwnClasses, inReach, schoolAs } from '#server/db/rows.ts'
import { contains, fullName, weekDay } from '#server/db/search.ts'
import { onlySchoolOf, type Reach } from '#server/db/reach.ts'
import { inMonthsOf, onDaysOf } from '#server/school/years/year-days.queries.ts'

/** The filters of homework, exams and activities. */
export type WorkFilter = {
  fromDate?: string | null | undefined
  toDate?: string | null | undefined
  yearId?: string | null | undefined
  classRoomId?: string | null | undefined
  supervisorId?: string | null | undefined
  courseId?: string | null | undefined
  schoolId?: string | null | undefined
  details?: string | null | undefined
  rate?: number | null | undefined
}

/** The columns that all three kinds have, and those that only exams have. */
export type WorkRow = {
  id: string
  schoolId: string
  classRoomId: string
  courseId: string
  monthId: string
  publishedAt: string | null
  publishedBy: string | null
  details: string | null
  rate: number
  supervisorId: string
  version: number
  createdAt: string
  modifiedAt: string
  removedAt: string | null
}

/** Homework or activities within reach, latest first. */
export const listWorks = (db: Db, kind: WorkTable, reach: Reach, filter: WorkFilter, page: PageRequest) => {
  const school = filter.schoolId ?? onlySchoolOf(reach)
  return paged(
    narrowed(workRows(db, kind, reach, school), kind, filter).select(figuresOf(kind, school).as('figures')),
    page,
  )
}

/** One homework or activity of a school within reach. */
export const workOf = (db: Db, kind: WorkTable, schoolId: string, reach: Reach, id: string) =>
  workRows(db, kind, reach, schoolId).where('w.schoolId', '=', schoolId).where('w.id', '=', id).executeTakeFirst()

/** The rows of a kind within reach, as they are returned. `inSchool` limits them to one school, if it is known. */
export function workRows(db: Db, kind: WorkTable, reach: Reach, inSchool?: string) {
  const { works, seen, key } = kinds[kind]
  return (
    db
      .selectFrom(sql<WorkRow>`${sql.table(works)}`.as('w'))
      .innerJoin('classRooms as cr', (on) =>
        on.onRef('cr.schoolId', '=', 'w.schoolId').onRef('cr.id', '=', 'w.classRoomId'),
      )
      .innerJoin('courses as c', (on) => on.onRef('c.schoolId', '=', 'w.schoolId').onRef('c.id', '=', 'w.courseId'))
      .innerJoin('users as supervisor', 'supervisor.id', 'w.supervisorId')
      .where('w.removedAt', 'is', null)
      .where(
        inReach(reach, {
          inSchool,
          school: 'w.schoolId',
          classRoom: 'w.classRoomId',
          course: 'w.courseId',
          students: sql`select student_id from ${sql.table(seen)} where school_id = ${schoolAs({ inSchool }, 'w.id')} and ${sql.ref(key)} = w.id and removed_at is null`,
          date: dayOf(kind),
        }),
      )
      .select(['w.id', sql<string>`${sql.ref(dayOf(kind))}`.as('date'), weekDay(dayOf(kind)).as('weekDay')])
      .select([sql<string>`coalesce(w.details, '')`.as('details'), 'w.classRoomId', 'cr.name as classRoomName'])
      .select(['w.supervisorId', fullName('supervisor').as('supervisorName')])
      .select(['w.courseId', 'c.name as courseName', 'w.rate'])
      .select((kind === 'homework' ? attachmentsOfHomework('w.id', inSchool) : sql<[]>`null`).as('attachments'))
      .select(['w.createdAt as createDate', 'w.modifiedAt as lastModifyDate', 'w.version'])
      // Needed to decide who may change it.
      .select([
        'w.schoolId',
        inOwnClasses({ inSchool, classRoom: 'w.classRoomId', course: 'w.courseId' }).as('teaches'),
      ])
  )
}

/** The same rows, filtered, latest first. */
export function narrowed(rows: ReturnType<typeof workRows>, kind: WorkTable, filter: WorkFilter) {
  let query = rows.orderBy(day(kind), 'desc').orderBy('w.createdAt', 'desc').orderBy('w.id')
  if (filter.fromDate) query = query.where(day(kind), '>=', filter.fromDate)
  if (filter.toDate) query = query.where(day(kind), '<=', filter.toDate)
  if (filter.yearId) query = query.where(inYear(kind, filter.yearId, filter.schoolId ?? undefined))
  for (const column of ['classRoomId', 'supervisorId', 'courseId', 'schoolId'] as const)
    if (filter[column]) query = query.where(`w.${column}`, '=', filter[column])
  if (filter.details) query = query.where(contains('w.details', filter.details))
  return filter.rate == null ? query : query.where('w.rate', '=', filter.rate)
}

/** The work of a school year: exams by their month, other work by its day. */
export const inYear = (kind: WorkTable, yearId: string, inSchool?: string) =>
  kind === 'exam'
    ? inMonthsOf(yearId, inSchool)
    : onDaysOf(yearId, { inSchool, school: 'w.schoolId', date: dayOf(kind) })

/** The column that contains a kind's day. */
export const dayOf = (kind: WorkTable) => `w.${kinds[kind].day}`

const day = (kind: WorkTable): RawBuilder<string> => sql<string>`${sql.ref(dayOf(kind))}`

type NewWork = {
  schoolId: string
  classRoomId: string
  courseId: string
  /** Only for exams. */
  monthId?: string
  date: string
  details?: string | null | undefined
  rate: number
  supervisorId: string
}

/** Stores work and returns its id. */
export async function insertWork(db: Db, kind: WorkTable, work: NewWork) {
  const id = newId()
  const { schoolId, classRoomId, courseId, monthId, date, details = null, rate, supervisorId } = work
  const ofExam = monthId
    ? { columns: sql`, month_id, published_at`, values: sql`, ${monthId}, marks_published_at(${schoolId})` }
    : { columns: sql``, values: sql`` }
  await sql`
    insert into ${sql.table(kinds[kind].works)}
      (id, school_id, class_room_id, course_id, ${sql.ref(kinds[kind].day)}, details, rate, supervisor_id${ofExam.columns})
    values (${id}, ${schoolId}, ${classRoomId}, ${courseId}, ${date}, ${details}, ${rate}, ${supervisorId}${ofExam.values})
  `.execute(db)
  return id
}
