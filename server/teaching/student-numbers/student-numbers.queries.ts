import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { settledMarks } from '#server/school/presence/settled-marks.queries.ts'
import { inReach } from '#server/db/rows.ts'
import { draftsHidden } from '#server/teaching/class-work/drafts.queries.ts'
import { byName } from '#server/db/search.ts'
import type { Reach } from '#server/db/reach.ts'
import type { YearSpan } from '#server/school/years/year-days.queries.ts'

type NumbersQuery = { schoolId: string; studentId: string; reach: Reach; year: YearSpan | null }

/** A student's marks of attendance, counted by calendar month. */
export async function attendanceByMonth(db: Db, { schoolId, studentId, reach, year }: NumbersQuery) {
  const counted = (state: string) => sql<number>`count(*) filter (where m.state = ${sql.lit(state)})::integer`
  let query = db
    .selectFrom(settledMarks(schoolId, sql`m.student_id = ${studentId}`).as('m'))
    .where(inReach(reach, { inSchool: schoolId, classRoom: 'm.classRoomId', student: 'm.studentId', date: 'm.date' }))
    .select([sql<string>`to_char(m.date, 'YYYY-MM')`.as('month'), counted('present').as('present')])
    .select([counted('late').as('late'), counted('absent').as('absent'), counted('excused').as('excused')])
    .groupBy('month')
    .orderBy('month')
  if (year?.firstDay) query = query.where('m.date', '>=', year.firstDay)
  if (year?.lastDay) query = query.where('m.date', '<=', year.lastDay)
  return query.execute()
}

/** A student's marked exams of a year, summed by course and month; courses by name. */
export function examSums(db: Db, { schoolId, studentId, reach, year }: NumbersQuery & { year: YearSpan }) {
  const hidden = draftsHidden(reach, { inSchool: schoolId, classRoom: 'e.classRoomId', course: 'e.courseId' })
  return db
    .selectFrom('studentExams as r')
    .innerJoin('exams as e', (on) => on.onRef('e.schoolId', '=', 'r.schoolId').onRef('e.id', '=', 'r.examId'))
    .innerJoin('courses as c', (on) => on.onRef('c.schoolId', '=', 'e.schoolId').onRef('c.id', '=', 'e.courseId'))
    .innerJoin('schoolYearMonths as m', (on) =>
      on.onRef('m.schoolId', '=', 'e.schoolId').onRef('m.id', '=', 'e.monthId'),
    )
    .leftJoin('rateHeaders as h', (on) =>
      on.onRef('h.schoolId', '=', 'm.schoolId').on(sql<boolean>`fold(h.name) = fold(m.name)`),
    )
    .where('r.schoolId', '=', schoolId)
    .where('r.studentId', '=', studentId)
    .where('r.removedAt', 'is', null)
    .where('e.removedAt', 'is', null)
    .where('r.totalResult', 'is not', null)
    .where(sql<boolean>`not (${hidden ?? sql`false`})`)
    .where('m.schoolYearId', '=', year.id)
    .where(
      inReach(reach, {
        inSchool: schoolId,
        classRoom: 'e.classRoomId',
        course: 'e.courseId',
        student: 'r.studentId',
        date: 'e.examDate',
      }),
    )
    .groupBy(['c.schoolId', 'c.id', 'm.schoolId', 'm.id', 'h.percentage'])
    .select(['c.id as courseId', 'c.name as courseName', 'm.id as monthId', 'm.name as monthName'])
    .select([
      'h.percentage as weight',
      sql<number>`sum(r.total_result)`.as('result'),
      sql<number>`sum(e.rate)`.as('full'),
    ])
    .select([sql<number>`count(*)::integer`.as('exams')])
    .select(sql<number | null>`class_behind(${schoolId}, ${studentId}, array_agg(e.id))`.as('classAverage'))
    .select([sql<number>`(count(*) filter (where not r.is_attend))::integer`.as('missed')])
    .select(sql<number>`(dense_rank() over (order by m.position, m.start_date, m.id))::integer`.as('monthOrder'))
    .orderBy(byName('c.name'))
    .orderBy('c.id')
    .orderBy('monthOrder')
    .execute()
}
