import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageAsked, paged } from '#server/db/page.ts'
import { byName } from '#server/db/search.ts'

/** Lists shared by all schools that a request can name a row of. */
type List = 'languages' | 'schoolTypes' | 'schoolContactTypes'

/** Whether a shared list has a row of this id. */
export async function isListed(db: Db, list: List, id: string) {
  const { rows } = await sql`select from ${sql.table(list)} where id = ${id}`.execute(db)
  return rows.length > 0
}

/** Every language there is, by name. */
export const allLanguages = (db: Db, page: PageAsked) => paged(languageRows(db), page)

/** The languages a school teaches in, by name. */
export const languagesIn = (db: Db, schoolId: string, page: PageAsked) =>
  paged(
    languageRows(db).where(
      sql<boolean>`exists (select from school_languages s
        where s.school_id = ${schoolId} and s.language_id = languages.id and s.removed_at is null)`,
    ),
    page,
  )

export const allRelations = (db: Db, page: PageAsked) =>
  paged(
    db
      .selectFrom('relationTypes')
      .select(['id', 'name', 'createdAt as createDate', 'modifiedAt as lastModifyDate', 'version'])
      .orderBy(byName('name'))
      .orderBy('id'),
    page,
  )

export const allSchoolTypes = (db: Db, page: PageAsked) =>
  paged(
    db
      .selectFrom('schoolTypes')
      .select(['id', 'name', 'description', 'createdAt as createDate', 'modifiedAt as lastModifyDate', 'version'])
      .orderBy(byName('name'))
      .orderBy('id'),
    page,
  )

export const allContactTypes = (db: Db, page: PageAsked) =>
  paged(
    db
      .selectFrom('schoolContactTypes')
      .select(['id', 'name', 'description', 'iconUrl'])
      .select(['createdAt as createDate', 'modifiedAt as lastModifyDate', 'version'])
      .orderBy(byName('name'))
      .orderBy('id'),
    page,
  )

const languageRows = (db: Db) =>
  db
    .selectFrom('languages')
    .select(['id', 'name', 'description', 'createdAt as createDate', 'modifiedAt as lastModifyDate', 'version'])
    .orderBy(byName('name'))
    .orderBy('id')
