import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { fullName, weekDay } from '#server/db/search.ts'
import { onlySchoolOf, type Reach } from '#server/db/reach.ts'
import { figuresOf } from '#server/teaching/class-work/figures.queries.ts'
import { marksState } from '#server/teaching/class-work/drafts.queries.ts'
import { dayOf, narrowed, type WorkFilter, workRows } from '#server/teaching/class-work/works.queries.ts'

type Filter = WorkFilter & { months?: string[] | null | undefined; weekDay?: string | null | undefined }

/** The exams within reach, latest first. */
export function examsIn(db: Db, reach: Reach, filter: Filter, page: PageRequest) {
  const school = filter.schoolId ?? onlySchoolOf(reach)
  let query = withMonth(narrowed(workRows(db, 'exam', reach, school), 'exam', filter))
  if (filter.months?.length) query = query.where('w.monthId', '=', sql<string>`any(${filter.months}::uuid[])`)
  if (filter.weekDay) query = query.where(weekDay(dayOf('exam')), '=', filter.weekDay)
  return paged(query.select(figuresOf('exam', school).as('figures')), page)
}

/** One exam of a school within reach. */
export const examOf = (db: Db, schoolId: string, reach: Reach, id: string) =>
  withMonth(workRows(db, 'exam', reach, schoolId))
    .where('w.schoolId', '=', schoolId)
    .where('w.id', '=', id)
    .executeTakeFirst()

export type LockedMonth = { isActive: boolean; completed: boolean }

/** A month, and whether its year is completed. Both are locked until the call ends. */
export async function lockedMonth(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<LockedMonth>`
    select m.is_active, y.completed from school_year_months m
    join school_years y on y.school_id = m.school_id and y.id = m.school_year_id
    where m.school_id = ${schoolId} and m.id = ${id} for share`.execute(db)
  return rows[0]
}

/** The month of an exam that exists or was removed. */
export async function monthOfExam(db: Db, schoolId: string, id: string) {
  const { monthId } = await db
    .selectFrom('exams')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .select('monthId')
    .executeTakeFirstOrThrow()
  return monthId
}

const withMonth = (rows: ReturnType<typeof workRows>) =>
  rows
    .innerJoin('schoolYearMonths as m', (on) =>
      on.onRef('m.schoolId', '=', 'w.schoolId').onRef('m.id', '=', 'w.monthId'),
    )
    .innerJoin('schoolYears as y', (on) =>
      on.onRef('y.schoolId', '=', 'm.schoolId').onRef('y.id', '=', 'm.schoolYearId'),
    )
    .leftJoin('users as publisher', 'publisher.id', 'w.publishedBy')
    .select(['w.monthId', 'm.name as monthName', 'y.completed as yearCompleted', ...publication])

const publication = [
  marksState.as('marksState'),
  sql<string | null>`case when w.published_by is not null then w.published_at end`.as('publishedAt'),
  sql<string | null>`nullif(${fullName('publisher')}, '')`.as('publishedByName'),
] as const
