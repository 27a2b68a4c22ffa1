import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageAsked, paged } from '#server/db/page.ts'
import { inReach } from '#server/db/rows.ts'
import { fullName, weekDay } from '#server/db/search.ts'
import type { Reach } from '#server/reach.ts'

type Filter = {
  months?: string[] | null | undefined
  fromDate?: string | null | undefined
  toDate?: string | null | undefined
  weekDay?: string | null | undefined
  classRoomId?: string | null | undefined
  supervisorId?: string | null | undefined
  courseId?: string | null | undefined
  rate?: number | null | undefined
  schoolId?: string | null | undefined
}

/** Exams within reach, latest first. */
export function examsIn(db: Db, reach: Reach, filter: Filter, page: PageAsked) {
  let query = examRows(db, reach).orderBy('e.examDate', 'desc').orderBy('e.createdAt', 'desc').orderBy('e.id')
  if (filter.months?.length) query = query.where('e.monthId', 'in', filter.months)
  if (filter.fromDate) query = query.where('e.examDate', '>=', filter.fromDate)
  if (filter.toDate) query = query.where('e.examDate', '<=', filter.toDate)
  if (filter.weekDay) query = query.where(weekDay('e.examDate'), '=', filter.weekDay)
  for (const column of ['classRoomId', 'supervisorId', 'courseId', 'schoolId'] as const)
    if (filter[column]) query = query.where(`e.${column}`, '=', filter[column])
  if (filter.rate != null) query = query.where('e.rate', '=', filter.rate)
  return paged(query, page)
}

/** One exam of a school within reach. */
export const examOf = (db: Db, schoolId: string, reach: Reach, id: string) =>
  examRows(db, reach).where('e.schoolId', '=', schoolId).where('e.id', '=', id).executeTakeFirst()

type NewExam = {
  schoolId: string
  classRoomId: string
  courseId: string
  monthId: string
  date: string
  details?: string | null | undefined
  rate: number
  supervisorId: string
}

/** Stores an exam and answers its id. */
export async function insertExam(db: Db, exam: NewExam) {
  const id = newId()
  await db
    .insertInto('exams')
    .values({
      id,
      details: exam.details ?? null,
      schoolId: exam.schoolId,
      classRoomId: exam.classRoomId,
      courseId: exam.courseId,
      monthId: exam.monthId,
      examDate: exam.date,
      rate: exam.rate,
      supervisorId: exam.supervisorId,
    })
    .execute()
  return id
}

/** Takes an exam out of every answer. */
export const removeExam = (db: Db, id: string, by: string) =>
  db.updateTable('exams').set({ removedAt: sql`now()`, removedBy: by }).where('id', '=', id).execute()

/** A month with whether its year is completed; both are held as they are until the call ends. */
export async function heldMonth(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<{ isActive: boolean; completed: boolean }>`
    select m.is_active, y.completed from school_year_months m
    join school_years y on y.school_id = m.school_id and y.id = m.school_year_id
    where m.school_id = ${schoolId} and m.id = ${id} for share`.execute(db)
  return rows[0]
}

const examRows = (db: Db, reach: Reach) =>
  db
    .selectFrom('exams as e')
    .innerJoin('schoolYearMonths as m', 'm.id', 'e.monthId')
    .innerJoin('classRooms as cr', 'cr.id', 'e.classRoomId')
    .innerJoin('courses as c', 'c.id', 'e.courseId')
    .innerJoin('users as supervisor', 'supervisor.id', 'e.supervisorId')
    .where('e.removedAt', 'is', null)
    .where(
      inReach(reach, {
        school: 'e.schoolId',
        classRoom: 'e.classRoomId',
        course: 'e.courseId',
        students: sql`select student_id from student_exams where exam_id = e.id and removed_at is null`,
        date: 'e.examDate',
      }),
    )
    .select(['e.id', 'e.examDate as date', weekDay('e.examDate').as('weekDay'), 'e.monthId'])
    .select(sql<string>`coalesce(e.details, '')`.as('details'))
    .select(['m.name as monthName', 'e.classRoomId', 'cr.name as classRoomName', 'e.supervisorId'])
    .select([fullName('supervisor').as('supervisorName'), 'e.courseId', 'c.name as courseName', 'e.rate'])
    .select(['e.createdAt as createDate', 'e.modifiedAt as lastModifyDate', 'e.version'])
