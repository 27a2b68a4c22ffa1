import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { signed } from '#server/db/signing.ts'

/** A role in a school, and its source: given by a person, or with a post and gone with it. */
export type RoleOfHolder = {
  personId: string
  roleId: string
  schoolId: string
  source: 'given' | 'teacher' | 'supervisor'
}

/** Gives a role; nothing happens when the person has it from the same source already. */
export const giveRole = (db: Db, { personId, roleId, schoolId, source }: RoleOfHolder, givenBy: string) =>
  putRoles(db, [{ userId: personId, roleId, schoolId }], source, givenBy)

/** The role with which an account begins, before anybody is signed in. */
export const giveFirstRole = (db: Db, userId: string, roleId: string) =>
  putRoles(db, [{ userId, roleId, schoolId: null }], 'given', null)

type Put = { userId: string; roleId: string; schoolId?: string | null | undefined }
type Added = { userId: string; roleId: string; schoolId: string | null }

/** Gives roles from one source; answers those that people did not have from it. */
export async function putRoles(db: Db, roles: Put[], source: RoleOfHolder['source'], givenBy: string | null) {
  const people = roles.map(({ userId }) => userId)
  const ids = roles.map(({ roleId }) => roleId)
  const schools = roles.map(({ schoolId }) => schoolId ?? null)
  const signature = signed(db, 'give roles', people.join(','), ids.join(','), schools.join(','), source, givenBy)
  const { rows } = await sql<Added>`select user_id, role_id, school_id from give_roles(${people}::uuid[],
    ${ids}::uuid[], ${schools}::uuid[], ${source}, ${givenBy}, ${signature})`.execute(db)
  return rows
}

export async function holdsRole(db: Db, { personId, roleId, schoolId }: Omit<RoleOfHolder, 'source'>) {
  const { rows } = await sql<{ holds: boolean }>`select exists (
    select from user_roles where user_id = ${personId} and role_id = ${roleId} and school_id = ${schoolId}) as holds`.execute(
    db,
  )
  return rows[0]!.holds
}

export async function keysOfRole(db: Db, roleId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('rolePermissions as rp')
    .innerJoin('permissions as p', 'p.id', 'rp.permissionId')
    .where('rp.roleId', '=', roleId)
    .select('p.key')
    .execute()
  return rows.map(({ key }) => key)
}
