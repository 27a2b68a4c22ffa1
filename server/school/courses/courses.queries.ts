import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName } from '#server/db/search.ts'

/** The courses of a school, of one language or of all, by name. */
export function coursesOf(db: Db, schoolId: string, languageId: string | null, page: PageRequest) {
  const query = courseRows(db, schoolId).orderBy(byName('c.name')).orderBy('c.id')
  return paged(languageId === null ? query : query.where('c.languageId', '=', languageId), page)
}

export const courseOf = (db: Db, schoolId: string, id: string) =>
  courseRows(db, schoolId).where('c.id', '=', id).executeTakeFirst()

type NewCourse = {
  schoolId: string
  languageId: string
  name: string
  nameEn?: string | null | undefined
  description: string
}

/** Stores a course and answers its id. */
export async function insertCourse(db: Db, { schoolId, languageId, name, nameEn = null, description }: NewCourse) {
  const id = newId()
  await db.insertInto('courses').values({ id, schoolId, languageId, name, nameEn, description }).execute()
  return id
}

const courseRows = (db: Db, schoolId: string) =>
  db
    .selectFrom('courses as c')
    .innerJoin('languages as l', 'l.id', 'c.languageId')
    .innerJoin('schools as s', 's.id', 'c.schoolId')
    .where('c.schoolId', '=', schoolId)
    .select(['c.id', 'c.name', 'c.nameEn', 'c.description', 'c.languageId', 'l.name as languageName'])
    .select(['c.schoolId', 's.name as schoolName', 'c.version'])
