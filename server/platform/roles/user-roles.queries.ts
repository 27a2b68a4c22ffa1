import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, fullName } from '#server/db/search.ts'
import { putRoles } from './holders.queries.ts'

/**
 * Whose rights are queried, and where: `schools` are those in which the caller may see them; null for all schools the
 * caller sees.
 */
export type Looked = { userId: string | null; schoolId: string | null; schools: readonly string[] | null }

/**
 * Who has which roles. The rows of a person are in the order of role and school; the rows of a school are in the order of
 * person and role.
 */
export function userRolesBy(db: Db, looked: Looked, page: PageRequest) {
  const rows = userRoleRows(db, looked)
  const ordered = looked.userId
    ? rows.orderBy(byName('r.name')).orderBy(byName('s.name')).orderBy('ur.roleId').orderBy('ur.schoolId')
    : rows
        .orderBy(byName(fullName('u')))
        .orderBy(byName('r.name'))
        .orderBy('ur.userId')
        .orderBy('ur.roleId')
  return paged(ordered, page)
}

/** One role of one person in one school. Without a school: app-wide. */
export const userRoleOf = (db: Db, looked: Looked, roleId: string) =>
  userRoleRows(db, looked)
    .where('ur.roleId', '=', roleId)
    .where(sql<boolean>`ur.school_id is not distinct from ${looked.schoolId}`)
    .executeTakeFirst()

export async function isPerson(db: Db, id: string) {
  const { rows } = await sql`select from users where id = ${id}`.execute(db)
  return rows.length > 0
}

/** Whether all these people exist. */
export async function arePeople(db: Db, elements: readonly { userId: string }[]) {
  const named = [...new Set(elements.map(({ userId }) => userId))]
  const { rows } = await sql`select from users where id = any(${named}::uuid[])`.execute(db)
  return rows.length === named.length
}

/** Roles with their keys, by ids. Locks them, so that nobody changes them until the call ends. */
export async function rolesToGive(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; type: number; active: boolean }>`
    select id, type, active from roles where id = any(${[...ids]}::uuid[]) order by id for share`.execute(db)
  const { rows: keys } = await sql<{ roleId: string; key: string }>`
    select rp.role_id, p.key from role_permissions rp join permissions p on p.id = rp.permission_id
    where rp.role_id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(
    rows.map((role) => [
      role.id,
      { ...role, keys: keys.filter(({ roleId }) => roleId === role.id).map(({ key }) => key) },
    ]),
  )
}

export type Given = { userId: string; roleId: string; schoolId?: string | null | undefined }
type Changed = { userId: string; roleId: string; schoolId: string | null }

/** Gives roles. Returns those that people did not have before. */
export const giveRoles = (db: Db, roles: Given[], by: string): Promise<Changed[]> => putRoles(db, roles, 'given', by)

/** Removes roles, both those that were given and those that come from a post. Returns those that people had. */
export async function takeRoles(db: Db, roles: Given[]): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    with taken as (
      delete from user_roles using ${listed(roles)}
      where user_id = u and role_id = r and school_id is not distinct from s returning user_id, role_id, school_id
    ) select distinct user_id, role_id, school_id from taken`.execute(db)
  return rows
}

/** Whether a school still has a manager, and its administrator has not just lost that role. */
export async function isManaged(db: Db, schoolId: string, manager: string, taken: readonly string[]) {
  const { rows } = await sql<{ managed: boolean }>`
    select s.admin_id <> all (${[...taken]}::uuid[]) and exists (
      select from user_roles where school_id = s.id and role_id = ${manager}) as managed
    from schools s where s.id = ${schoolId}`.execute(db)
  return rows[0]!.managed
}

/** Whether any person still has an app role. */
export async function isGiven(db: Db, roleId: string) {
  const { rows } = await sql`select from user_roles
    where role_id = ${roleId} and school_id is null limit 1`.execute(db)
  return rows.length > 0
}

const listed = (roles: Given[]) => sql`unnest(${roles.map(({ userId }) => userId)}::uuid[],
  ${roles.map(({ roleId }) => roleId)}::uuid[], ${roles.map(({ schoolId }) => schoolId ?? null)}::uuid[]) as named (u, r, s)`

const isOnlyHolder = sql<boolean>`ur.school_id is null and not exists (
  select from user_roles other where other.role_id = ur.role_id and other.school_id is null
    and other.user_id <> ur.user_id)`

/** A role that was given and also comes from a post is one row. */
function userRoleRows(db: Db, { userId, schoolId, schools }: Looked) {
  const rows = db
    .selectFrom((eb) => eb.selectFrom('userRoles').select(['userId', 'roleId', 'schoolId']).distinct().as('ur'))
    .innerJoin('users as u', 'u.id', 'ur.userId')
    .innerJoin('roles as r', 'r.id', 'ur.roleId')
    .leftJoin('schools as s', 's.id', 'ur.schoolId')
    .select(['ur.userId', 'ur.roleId', 'r.name as roleName', 'r.description as roleDescription'])
    .select(['ur.schoolId', 's.name as schoolName'])
    .select(fullName('u').as('userFullName'))
    .select([
      sql<boolean>`s.admin_id is not distinct from ur.user_id`.as('isSchoolAdmin'),
      isOnlyHolder.as('isOnlyHolder'),
    ])
    .$if(userId !== null, (q) => q.where('ur.userId', '=', userId!))
    .$if(schoolId !== null, (q) => q.where('ur.schoolId', '=', schoolId!))
  return schools ? rows.where(sql<boolean>`ur.school_id = any(${[...schools]}::uuid[])`) : rows
}
