import type { Db } from '#server/db/db.ts'
import { byName } from '#server/db/search.ts'
import { otherYearOf } from './class-year.queries.ts'

/** The classes of a school as options of a form, in the order of its grades. */
export const classItems = (db: Db, schoolId: string) =>
  db
    .selectFrom('classRooms as cr')
    .innerJoin('grades as g', (on) => on.onRef('g.schoolId', '=', 'cr.schoolId').onRef('g.id', '=', 'cr.gradeId'))
    .where('cr.schoolId', '=', schoolId)
    .select(['cr.id', 'cr.name', 'g.name as gradeName', 'cr.active'])
    .select(otherYearOf(schoolId, 'cr').as('otherYearName'))
    .orderBy('g.position')
    .orderBy(byName('cr.name'))
    .orderBy('cr.id')
