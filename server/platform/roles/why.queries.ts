import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** One way in which a person was given a key, even if it does not count now. */
export type SourceRow = {
  roleId: string | null
  roleName: string | null
  roleActive: boolean
  schoolId: string | null
  schoolName: string | null
  /** Whether rights in the school count for this person: the school is active, or they are its administrator. */
  schoolOpen: boolean
}

export const permissionByKey = (db: Db, key: string) =>
  db
    .selectFrom('permissions')
    .where('key', '=', key)
    .select(['id', 'key', 'name', 'nameAr', 'schoolScope', 'appScope'])
    .executeTakeFirst()

/** Every row that gives a person a key, in the schools that the caller may see. Null: in all schools. */
export async function sourcesOf(
  db: Db,
  { userId, permissionId, schools }: { userId: string; permissionId: string; schools: readonly string[] | null },
): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select held.role_id, r.name as role_name, coalesce(r.active, true) as role_active, held.school_id,
      s.name as school_name, coalesce(s.active or s.admin_id = ${userId}, true) as school_open
    from (
      select ur.role_id, ur.school_id from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
      where ur.user_id = ${userId} and rp.permission_id = ${permissionId}
      union select null, school_id from user_permissions
      where user_id = ${userId} and permission_id = ${permissionId}) held
    left join roles r on r.id = held.role_id left join schools s on s.id = held.school_id
    where ${schools ? sql`held.school_id = any(${[...schools]}::uuid[])` : sql`true`}
    order by r.name collate by_name, s.name collate by_name, held.role_id, held.school_id`.execute(db)
  return rows
}

/** The active roles of a type that contain a key. */
export const rolesWith = (db: Db, permissionId: string, type: number) =>
  db
    .selectFrom('roles as r')
    .innerJoin('rolePermissions as rp', 'rp.roleId', 'r.id')
    .where('rp.permissionId', '=', permissionId)
    .where('r.type', '=', type)
    .where('r.active', '=', true)
    .select(['r.id as roleId', 'r.name as roleName'])
    .orderBy(sql`r.name collate by_name`)
    .orderBy('r.id')
    .execute()

export const schoolNamed = (db: Db, id: string) =>
  db.selectFrom('schools').where('id', '=', id).select(['id', 'name', 'active', 'adminId']).executeTakeFirst()
