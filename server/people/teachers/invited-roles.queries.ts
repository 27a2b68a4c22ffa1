import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type InvitedRole = { id: string; schoolId: string; roleId: string; invitedBy: string }

const waits = sql`role_id is not null and taken_at is null and removed_at is null`

/** Marks the roles that a phone number is invited to as asked. Returns those about which the person was not asked before. */
export async function markRolesAsked(db: Db, phoneNumber: string) {
  const { rows } = await sql<{ schoolId: string; invitedBy: string }>`
    update staff_invitations set asked_at = now()
    where phone_number = ${phoneNumber} and asked_at is null and ${waits} returning school_id, invited_by`.execute(db)
  return rows
}

/** Ends the invitation of a person to a role of a school, with their answer: yes or no. */
export async function endInvitedRole(db: Db, schoolId: string, personId: string, accept: boolean) {
  const ended = accept ? sql`taken_at = now()` : sql`removed_at = now(), removed_by = ${personId}`
  const { rows } = await sql<InvitedRole>`
    update staff_invitations set ${ended}, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and ${waits}
      and phone_number = (select phone_number from users where id = ${personId})
    returning id, school_id, role_id, invited_by`.execute(db)
  return rows[0]
}

/** Whether a person may still give a role with these keys in a school. */
export async function mayStillGive(db: Db, schoolId: string, personId: string, keys: readonly string[]) {
  const needed = [...new Set([...keys, 'AddUserRole'])]
  const { rows } = await sql<{ owned: number }>`
    select count(distinct key)::integer as owned from held_keys
    where school_id = ${schoolId} and person_id = ${personId} and key = any (${needed}::text[])`.execute(db)
  return rows[0]!.owned === needed.length
}

/**
 * The active roles of a school with their keys. Roles of an office (`officeIds`) are included only if the school has switched
 * them on.
 */
export async function rolesGivenIn(db: Db, schoolId: string, officeIds: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; keys: string[] }>`
    select r.id, r.name, array(
      select p.key from role_permissions rp join permissions p on p.id = rp.permission_id where rp.role_id = r.id) as keys
    from roles r
    where r.type = 1 and r.active and (r.id <> all (${[...officeIds]}::uuid[]) or exists (
      select from office_roles o where o.school_id = ${schoolId} and o.role_id = r.id and o.active))
    order by r.id`.execute(db)
  return rows
}
