import type { Db } from '#server/db/db.ts'
import { countryOfSchool } from '#server/platform/schools/school-settings.queries.ts'

/** What rows are read with: the school's classes with the names of their grades, its own fields of the record, and the relations. */
export async function knownNames(db: Db, schoolId: string) {
  const classes = await db
    .selectFrom('classRooms as c')
    .innerJoin('grades as g', (on) => on.onRef('g.schoolId', '=', 'c.schoolId').onRef('g.id', '=', 'c.gradeId'))
    .where('c.schoolId', '=', schoolId)
    .select(['c.id', 'c.name', 'g.name as gradeName', 'c.active'])
    .orderBy('c.id')
    .execute()
  const relations = await db.selectFrom('relationTypes').select(['id', 'name']).orderBy('id').execute()
  const fields = await db
    .selectFrom('recordFields')
    .where('schoolId', '=', schoolId)
    .where('removedAt', 'is', null)
    .select(['id', 'name', 'kind', 'choices'])
    .orderBy('id')
    .execute()
  return { classes, relations, fields, home: await countryOfSchool(db, schoolId) }
}

/** A person's phone number. */
export const ownNumberOf = async (db: Db, personId: string) =>
  (await db.selectFrom('users').where('id', '=', personId).select('phoneNumber').executeTakeFirstOrThrow()).phoneNumber
