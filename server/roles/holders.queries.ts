import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** A role in a school, and its source: given by a person, or with a post and gone with it. */
export type RoleOfHolder = {
  personId: string
  roleId: string
  schoolId: string
  source: 'given' | 'teacher' | 'supervisor'
}

/** Gives a role; nothing happens when the person has it from the same source already. */
export const giveRole = (db: Db, { personId, roleId, schoolId, source }: RoleOfHolder, givenBy: string) =>
  db
    .insertInto('userRoles')
    .values({ userId: personId, roleId, schoolId, source, givenBy })
    .onConflict((conflict) => conflict.constraint('user_roles_once').doNothing())
    .execute()

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
