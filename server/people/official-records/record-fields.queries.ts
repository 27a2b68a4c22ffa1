import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'

/** The fields that a school added, in the order in which they were added. */
export const fieldsOfSchool = (db: Db, schoolId: string, page: PageRequest) =>
  paged(rows(db, schoolId).orderBy('f.createdAt').orderBy('f.id'), page)

export const fieldOf = (db: Db, schoolId: string, id: string) =>
  rows(db, schoolId).where('f.id', '=', id).executeTakeFirst()

/** The number of fields. Locks the school, so that two calls cannot both add the last one. */
export async function countFields(db: Db, schoolId: string) {
  await sql`select from schools where id = ${schoolId} for no key update`.execute(db)
  const { rows: found } = await sql<{ many: number }>`
    select count(*)::integer as many from record_fields
    where school_id = ${schoolId} and removed_at is null`.execute(db)
  return found[0]!.many
}

type NewField = { schoolId: string; name: string; kind: string; choices: string | null }

/** Stores a field and returns its id. */
export async function insertField(db: Db, field: NewField) {
  const id = newId()
  await db
    .insertInto('recordFields')
    .values({ id, ...field })
    .execute()
  return id
}

/** Returns whether the field existed until now. */
export async function removeField(db: Db, schoolId: string, id: string, by: string) {
  const { numAffectedRows } = await sql`
    update record_fields set removed_at = now(), removed_by = ${by}, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id} and removed_at is null`.execute(db)
  return numAffectedRows === 1n
}

/** The entered values are still stored in the records. */
export const putFieldBack = (db: Db, schoolId: string, id: string) =>
  sql`
  update record_fields set removed_at = null, removed_by = null, version = version + 1, modified_at = now()
  where school_id = ${schoolId} and id = ${id}`.execute(db)

const rows = (db: Db, schoolId: string) =>
  db
    .selectFrom('recordFields as f')
    .where('f.schoolId', '=', schoolId)
    .where('f.removedAt', 'is', null)
    .select(['f.id', 'f.schoolId', 'f.name as fieldName', 'f.kind', 'f.choices', 'f.version'])
