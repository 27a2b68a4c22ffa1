import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { schoolAs } from '#server/db/rows.ts'
import { byName } from '#server/db/search.ts'

/** The position of a class's grade among the grades of its school. `classRoom` is an alias of class_rooms. */
export const placeOfGrade = (classRoom: string, inSchool?: string): RawBuilder<number> =>
  sql<number>`(select g.position from grades g
    where g.school_id = ${schoolAs({ inSchool }, `${classRoom}.id`)} and g.id = ${sql.ref(`${classRoom}.grade_id`)})`

/** The grades of a school, in their order. */
export const gradesOf = (db: Db, schoolId: string, page: PageRequest) => paged(inOrder(gradeRows(db, schoolId)), page)

export const gradeOf = (db: Db, schoolId: string, id: string) =>
  gradeRows(db, schoolId).where('id', '=', id).executeTakeFirst()

/** All grades of a school, without pages. */
export const allGrades = (db: Db, schoolId: string) => inOrder(gradeRows(db, schoolId)).execute()

/** Stores the order of the grades of a school. Only grades whose position changes are updated. */
export const placeGrades = (db: Db, schoolId: string, ids: readonly string[]) =>
  sql`
  update grades g set position = o.place, version = version + 1, modified_at = now()
  from unnest(${[...ids]}::uuid[]) with ordinality as o(id, place)
  where g.school_id = ${schoolId} and g.id = o.id and g.position <> o.place`.execute(db)

/** The grades of a school as options of a form, in their order. */
export const gradeChoices = (db: Db, schoolId: string) =>
  db
    .selectFrom('grades')
    .where('schoolId', '=', schoolId)
    .select(['id', 'name'])
    .orderBy('position')
    .orderBy(byName('name'))
    .orderBy('id')
    .execute()

type NewGrade = { schoolId: string; name: string; notes?: string | null | undefined }

/** Stores a grade and returns its id. */
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

const inOrder = (query: ReturnType<typeof gradeRows>) => query.orderBy('position').orderBy(byName('name')).orderBy('id')
