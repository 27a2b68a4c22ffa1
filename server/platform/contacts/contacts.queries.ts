import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName } from '#server/db/search.ts'

/** A school's contacts, by type and value. */
export const contactsOf = (db: Db, schoolId: string, page: PageRequest) =>
  paged(contactRows(db, schoolId).orderBy(byName('t.name')).orderBy(byName('c.value')).orderBy('c.id'), page)

export const contactOf = (db: Db, schoolId: string, id: string) =>
  contactRows(db, schoolId).where('c.id', '=', id).executeTakeFirst()

export async function countContacts(db: Db, schoolId: string) {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from school_contacts
    where school_id = ${schoolId} and removed_at is null`.execute(db)
  return rows[0]!.count
}

/** Stores a contact and returns its id. */
export async function insertContact(db: Db, contact: { schoolId: string; contactTypeId: string; value: string }) {
  const id = newId()
  await db
    .insertInto('schoolContacts')
    .values({ id, ...contact })
    .execute()
  return id
}

/** Returns how many contacts were removed: 0 or 1. */
export async function removeContact(db: Db, schoolId: string, id: string, by: string) {
  const { numUpdatedRows } = await db
    .updateTable('schoolContacts')
    .set({ removedAt: sql`now()`, removedBy: by })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const putContactBack = (db: Db, schoolId: string, id: string) =>
  db
    .updateTable('schoolContacts')
    .set({ removedAt: null, removedBy: null })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .execute()

const contactRows = (db: Db, schoolId: string) =>
  db
    .selectFrom('schoolContacts as c')
    .innerJoin('schoolContactTypes as t', 't.id', 'c.contactTypeId')
    .where('c.schoolId', '=', schoolId)
    .where('c.removedAt', 'is', null)
    .select(['c.id', 'c.schoolId', 'c.contactTypeId', 'c.value', 'c.version'])
    .select(['t.name as typeName', 't.iconUrl as typeIcon', 't.description as typeDescription'])
