import { type NotNull, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, fullName } from '#server/db/search.ts'
import { isUnanswered, parentNameIn, parentPhoneIn } from './parent-names.queries.ts'

const nameInList = ({ schoolId }: Reading) => sql<string>`coalesce(${parentNameIn(schoolId)}, '')`

/** Whose links are read, and whether phone numbers are included. `parentId`: only this parent. */
type Reading = { schoolId: string; studentId: string; parentId: string | null; seesPhones: boolean }

/** The parents linked to a student, by name. */
export function parentsOf(db: Db, reading: Reading, relationId: string | null, page: PageRequest) {
  const query = parentRows(db, reading)
  return paged(relationId ? query.where('sp.relationId', '=', relationId) : query, page)
}

/** The same as a statement, to be sent with others. */
export const parentRows = (db: Db, reading: Reading) =>
  linkRows(db, reading)
    .orderBy(byName(nameInList(reading)))
    .orderBy('sp.parentId')

export const linkOf = (db: Db, reading: Reading & { parentId: string }) => linkRows(db, reading).executeTakeFirst()

/** The id of the current row that links a parent to a student. */
export const linkIdOf = (db: Db, { schoolId, studentId, parentId }: Omit<Reading, 'seesPhones'>) =>
  db
    .selectFrom('studentParents')
    .where('schoolId', '=', schoolId)
    .where('studentId', '=', studentId)
    .where('parentId', '=', parentId)
    .where('endedAt', 'is', null)
    .select('id')
    .executeTakeFirst()

export const personToLink = (db: Db, id: string) =>
  db.selectFrom('users').where('id', '=', id).select(['id', 'phoneNumber']).executeTakeFirst()

export const relationExists = async (db: Db, id: string) =>
  (await db.selectFrom('relationTypes').where('id', '=', id).select('id').executeTakeFirst()) !== undefined

/** How many parents a student has, including invited phone numbers. */
export async function countParents(db: Db, schoolId: string, studentId: string) {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from student_parents
        where school_id = ${schoolId} and student_id = ${studentId} and ended_at is null)
      + (select count(*) from parent_invitations
        where school_id = ${schoolId} and student_id = ${studentId} and accepted_at is null and removed_at is null) as count`.execute(
    db,
  )
  return rows[0]!.count
}

type NewLink = { schoolId: string; studentId: string; parentId: string; relationId: string; consentBy: string }

/** Links a parent named by their id, and stores the school's statement that the guardian agreed. */
export const insertLink = (db: Db, link: NewLink) =>
  db
    .insertInto('studentParents')
    .values({ id: newId(), ...link, namedById: true })
    .execute()

/** Ends a link and the consent that belongs to it. Returns how many ended. */
export async function endLink(db: Db, { schoolId, studentId, parentId }: Omit<Reading, 'seesPhones'>, endedBy: string) {
  const { numUpdatedRows } = await db
    .updateTable('studentParents')
    .set({ endedAt: sql<string>`now()`, endedBy })
    .where('schoolId', '=', schoolId)
    .where('studentId', '=', studentId)
    .where('parentId', '=', parentId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

function linkRows(db: Db, reading: Reading) {
  const { schoolId, studentId, parentId, seesPhones } = reading
  const links = db
    .selectFrom('studentParents as sp')
    .innerJoin('students as st', (on) =>
      on.onRef('st.schoolId', '=', 'sp.schoolId').onRef('st.id', '=', 'sp.studentId'),
    )
    .innerJoin('parentLinks as given', (on) =>
      on.onRef('given.schoolId', '=', 'sp.schoolId').onRef('given.id', '=', 'sp.id'),
    )
    .innerJoin('users as u', 'u.id', 'sp.parentId')
    .innerJoin('relationTypes as r', 'r.id', 'sp.relationId')
    .where('sp.schoolId', '=', schoolId)
    .where('sp.studentId', '=', studentId)
    .select(['sp.studentId', fullName('st').as('studentName'), 'st.imageUrl as studentImage', 'sp.parentId'])
    .select([
      nameInList(reading).as('parentName'),
      sql<string | null>`case when not ${isUnanswered(schoolId)} then u.image_url end`.as('parentImage'),
      'sp.relationId',
      'r.name as relationName',
    ])
    .select(['sp.seeFrom', 'sp.seeUntil', 'sp.notifyFrom', 'sp.notifyUntil', 'sp.fetchFrom', 'sp.fetchUntil'])
    .select(['sp.payFrom', 'sp.payUntil', 'given.sees', 'given.isNotified', 'given.fetches', 'given.pays'])
    .$narrowType<{ sees: NotNull; isNotified: NotNull; fetches: NotNull; pays: NotNull }>()
    .select(['sp.version', (seesPhones ? parentPhoneIn(schoolId) : sql<string | null>`null`).as('phoneNumber')])
  return parentId ? links.where('sp.parentId', '=', parentId) : links
}
