import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { signed } from '#server/db/signing.ts'

type NewSchool = {
  name: string
  about: string
  vision: string
  schoolTypeId?: string | null | undefined
  timeZone?: string | null | undefined
  country?: string | null | undefined
  adminId: string
}

/** Stores a school that waits for approval, and returns its id. */
export async function insertSchool(db: Db, { schoolTypeId = null, timeZone, ...school }: NewSchool) {
  const id = newId()
  await db
    .insertInto('schools')
    .values({ id, ...school, schoolTypeId, ...(timeZone && { timeZone }) })
    .execute()
  return id
}

/** Prevents the person from submitting another school until the call ends, so that the waiting ones can be counted. */
export const lockSubmitter = (db: Db, personId: string) =>
  db.selectFrom('users').where('id', '=', personId).select('id').forNoKeyUpdate().execute()

/** How many of a person's schools were never activated. */
export async function countPendingSchools(db: Db, personId: string) {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from schools
    where admin_id = ${personId} and activated_at is null and not active`.execute(db)
  return rows[0]!.count
}

/** Gives a school another administrator. Returns how many schools changed. */
export async function handOver(db: Db, schoolId: string, fromId: string, toId: string) {
  const signature = signed(db, 'hand over school', schoolId, fromId, toId)
  const { rows } = await sql<{ changed: number }>`
    select hand_over_school(${schoolId}, ${fromId}, ${toId}, ${signature}) as changed`.execute(db)
  return rows[0]!.changed
}

/** Locks the administrator of a school until the call ends. */
export const lockedAdminOf = async (db: Db, schoolId: string) =>
  (
    await db
      .selectFrom('schools')
      .where('id', '=', schoolId)
      .select('adminId')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  ).adminId

/** The country whose numbers are typed in a school as at home. */
export async function countryOfSchool(db: Db, schoolId: string) {
  const { rows } = await sql<{ country: string }>`select country_of_school(${schoolId}) as country`.execute(db)
  return rows[0]!.country
}
