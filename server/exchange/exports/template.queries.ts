import type { Db } from '#server/db/db.ts'
import { byName } from '#server/db/search.ts'

/** The names that a school's table of students may contain: active classes with their grades, and the kinds of guardians. */
export async function namesToCopy(db: Db, schoolId: string) {
  const classes = await db
    .selectFrom('classRooms as c')
    .innerJoin('grades as g', (on) => on.onRef('g.schoolId', '=', 'c.schoolId').onRef('g.id', '=', 'c.gradeId'))
    .where('c.schoolId', '=', schoolId)
    .where('c.active', '=', true)
    .select(['c.name', 'g.name as gradeName'])
    .orderBy('g.position')
    .orderBy(byName('g.name'))
    .orderBy(byName('c.name'))
    .orderBy('c.id')
    .execute()
  const relations = await db.selectFrom('relationTypes').select('name').orderBy(byName('name')).orderBy('id').execute()
  return { classes, relations: relations.map(({ name }) => name) }
}
