import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { signed } from '#server/db/signing.ts'

/** A role in a school with its source: given by a person, or given with a post and removed with it. */
export type RoleOfHolder = {
  personId: string
  roleId: string
  schoolId: string
  source: 'given' | 'teacher' | 'supervisor'
}

/** Gives a role. Does nothing if the person already has it from the same source. */
export const giveRole = (db: Db, { personId, roleId, schoolId, source }: RoleOfHolder, givenBy: string) =>
  putRoles(db, [{ userId: personId, roleId, schoolId }], source, givenBy)

/** The first role of a new account. Nobody is signed in yet. */
export const giveFirstRole = (db: Db, userId: string, roleId: string) =>
  putRoles(db, [{ userId, roleId, schoolId: null }], 'given', null)

type Put = { userId: string; roleId: string; schoolId?: string | null | undefined }
type Added = { userId: string; roleId: string; schoolId: string | null }

/** Gives roles from one source. Returns those that people did not have from it before. */
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
