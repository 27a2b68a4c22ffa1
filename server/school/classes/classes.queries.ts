import { sql } from 'kysely'
import { type Seeing, weekOfClass } from '#server/school/presence/presence.queries.ts'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { inReach } from '#server/db/rows.ts'
import { byName } from '#server/db/search.ts'
import { nameAtSchool } from './teacher-names.queries.ts'
import { otherYearOf } from './class-year.queries.ts'
import type { Reach } from '#server/db/reach.ts'

/**
 * The classes of a school within reach, by grade and name. Readers whose reach is not the whole school see only active ones.
 */
export function classesIn(db: Db, schoolId: string, reach: Reach, seeing: Seeing, page: PageRequest) {
  const query = classRows(db, schoolId).where(inReach(reach, { inSchool: schoolId, classRoom: 'c.id' }))
  const seen = inOrder(reach.of === 'school' ? query : query.where('c.active', '=', true))
  return paged(seen.select(weekOfClass(schoolId, seeing).as('week')), page)
}

/** The classes of a school that one person supervises, by grade and name. */
export const classesSupervisedBy = (db: Db, schoolId: string, supervisorId: string, page: PageRequest) =>
  paged(inOrder(classRows(db, schoolId).where('c.supervisorId', '=', supervisorId)), page)

/** One class of a school within reach. */
export const classOf = (db: Db, schoolId: string, reach: Reach, id: string) =>
  classRows(db, schoolId)
    .where('c.id', '=', id)
    .where(inReach(reach, { inSchool: schoolId, classRoom: 'c.id' }))
    .executeTakeFirst()

const classRows = (db: Db, schoolId: string) =>
  db
    .selectFrom('classRooms as c')
    .innerJoin('grades as g', (on) => on.onRef('g.schoolId', '=', 'c.schoolId').onRef('g.id', '=', 'c.gradeId'))
    .innerJoin('languages as l', 'l.id', 'c.languageId')
    .innerJoin('schools as s', 's.id', 'c.schoolId')
    .leftJoin('users as supervisor', 'supervisor.id', 'c.supervisorId')
    .leftJoin('schoolTeachers as asked', (on) =>
      on.on('asked.schoolId', '=', schoolId).onRef('asked.teacherId', '=', 'supervisor.id'),
    )
    .where('c.schoolId', '=', schoolId)
    .select([
      'c.id',
      'c.name',
      'c.gender',
      'c.gradeId',
      'g.name as gradeName',
      'c.languageId',
      'l.name as languageName',
    ])
    .select([
      'c.maxOfStudents',
      'c.supervisorId',
      'c.active',
      'c.wcsUrl',
      'c.schoolId',
      's.name as schoolName',
      'c.version',
    ])
    .select([
      otherYearOf(schoolId, 'c').as('otherYearName'),
      sql<string | null>`nullif(${nameAtSchool('supervisor')}, '')`.as('supervisorName'),
      sql<number>`(select count(*)::integer from students st where st.school_id = ${schoolId} and st.class_room_id = c.id and st.active)`.as(
        'studentsCount',
      ),
    ])

const inOrder = (query: ReturnType<typeof classRows>) =>
  query.orderBy('g.position').orderBy(byName('g.name')).orderBy(byName('c.name')).orderBy('c.id')
