import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageAsked, paged } from '#server/db/page.ts'
import { byName } from '#server/db/search.ts'

/** The grades of a school, by name. */
export const gradesOf = (db: Db, schoolId: string, page: PageAsked) =>
  paged(gradeRows(db, schoolId).orderBy(byName('name')).orderBy('id'), page)

export const gradeOf = (db: Db, schoolId: string, id: string) =>
  gradeRows(db, schoolId).where('id', '=', id).executeTakeFirst()

/** The grades of a school as choices of a form, by name. */
export const gradeChoices = (db: Db, schoolId: string) =>
  db
    .selectFrom('grades')
    .where('schoolId', '=', schoolId)
    .select(['id', 'name'])
    .orderBy(byName('name'))
    .orderBy('id')
    .execute()

type NewGrade = { schoolId: string; name: string; notes?: string | null | undefined }

/** Stores a grade and answers its id. */
export async function insertGrade(db: Db, { schoolId, name, notes = null }: NewGrade) {
  const id = newId()
  await db.insertInto('grades').values({ id, schoolId, name, notes }).execute()
  return id
}

const gradeRows = (db: Db, schoolId: string) =>
  db
    .selectFrom('grades')
    .where('schoolId', '=', schoolId)
    .select(['id', 'name', 'notes', 'schoolId', 'createdAt as createDate', 'modifiedAt as lastModifyDate', 'version'])
