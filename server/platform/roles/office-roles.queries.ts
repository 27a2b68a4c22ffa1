import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

/** These roles with their keys, and whether this school has switched them on. */
export async function officeRolesOf(db: Db, schoolId: string, roleIds: readonly string[]) {
  const { rows } = await sql<{
    roleId: string
    roleName: string
    active: boolean
    keys: string[]
    permissionNames: string[]
    permissionNamesAr: string[]
    holdersCount: number
  }>`
    select r.id as role_id, r.name as role_name,
      exists (select from office_roles o where o.school_id = ${schoolId} and o.role_id = r.id and o.active) as active,
      coalesce(array_agg(p.key order by p.name) filter (where p.id is not null), '{}') as keys,
      coalesce(array_agg(p.name order by p.name) filter (where p.id is not null), '{}') as permission_names,
      coalesce(array_agg(p.name_ar order by p.name) filter (where p.id is not null), '{}') as permission_names_ar,
      (select count(distinct user_id)::integer from user_roles u
        where u.school_id = ${schoolId} and u.role_id = r.id) as holders_count
    from roles r
    left join role_permissions rp on rp.role_id = r.id
    left join permissions p on p.id = rp.permission_id
    where r.id = any(${[...roleIds]}::uuid[])
    group by r.id order by r.id`.execute(db)
  return rows
}

/** Switches a role on or off in a school. Returns false if it already was. */
export async function switchOfficeRole(db: Db, schoolId: string, roleId: string, active: boolean) {
  const { numAffectedRows } = await (active
    ? sql`
    insert into office_roles (id, school_id, role_id, active) values (${newId()}, ${schoolId}, ${roleId}, true)
    on conflict (school_id, role_id) do update
      set active = true, version = office_roles.version + 1, modified_at = excluded.modified_at
      where not office_roles.active`
    : sql`
    update office_roles set active = false, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and role_id = ${roleId} and active`
  ).execute(db)
  return numAffectedRows === 1n
}

/** Those of these roles that a school has switched on. */
export async function switchedOn(db: Db, pairs: readonly { schoolId: string; roleId: string }[]) {
  const { rows } = await sql<{ schoolId: string; roleId: string }>`
    select o.school_id, o.role_id from office_roles o
    join unnest(${pairs.map(({ schoolId }) => schoolId)}::uuid[], ${pairs.map(({ roleId }) => roleId)}::uuid[])
      as named (s, r) on o.school_id = s and o.role_id = r
    where o.active`.execute(db)
  return rows
}

/** The people who have a role in a school. */
export async function officersOf(db: Db, schoolId: string, roleId: string) {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from user_roles where school_id = ${schoolId} and role_id = ${roleId}`.execute(db)
  return rows.map(({ userId }) => ({ userId, roleId, schoolId }))
}
