import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { signed } from '#server/db/signing.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, contains } from '#server/db/search.ts'

/** Permissions that can be given in a school (type 1) or app-wide (2), by name. */
export const permissionsOf = (db: Db, type: number, page: PageRequest) =>
  paged(
    db
      .selectFrom('permissions')
      .where(type === 1 ? 'schoolScope' : 'appScope', '=', true)
      .select(['id', 'key', 'name', 'nameAr', 'description'])
      .select(['schoolScope as schoolPermission', 'appScope as appPermission'])
      .orderBy(byName('name'))
      .orderBy('id'),
    page,
  )

type Sought = {
  type: number
  name?: string | null | undefined
  description?: string | null | undefined
  active?: boolean | null | undefined
}

/** Roles of a type, by name. Built-in roles can also be found by their Arabic name. */
export function rolesBy(db: Db, { type, name, description, active }: Sought, page: PageRequest) {
  let query = roleRows(db).where('type', '=', type)
  if (name) query = query.where((eb) => eb.or([contains('name', name), contains('nameAr', name)]))
  if (description) query = query.where(contains('description', description))
  if (active != null) query = query.where('active', '=', active)
  return paged(query.orderBy(byName('name')).orderBy('id'), page)
}

export const roleOf = (db: Db, id: string) => roleRows(db).where('id', '=', id).executeTakeFirst()

type NewRole = {
  name: string
  description: string | null
  active: boolean
  type: number
  permissions: readonly string[]
}

/** Stores a role with its keys and returns its id. */
export async function insertRole(db: Db, { permissions, ...role }: NewRole) {
  const id = newId()
  await db
    .insertInto('roles')
    .values({ id, ...role })
    .execute()
  await addKeys(db, id, permissions)
  return id
}

/** The keys of a role, by name. */
export const permissionsOfRole = (db: Db, roleId: string, page: PageRequest) =>
  paged(
    db
      .selectFrom('rolePermissions as rp')
      .innerJoin('roles as r', 'r.id', 'rp.roleId')
      .innerJoin('permissions as p', 'p.id', 'rp.permissionId')
      .where('rp.roleId', '=', roleId)
      .select(['rp.roleId', 'r.name as roleName', 'rp.permissionId', 'p.key as permissionKey'])
      .select(['p.name as permissionName', 'p.nameAr as permissionNameAr', 'p.description as permissionDescription'])
      .orderBy(byName('p.name'))
      .orderBy('p.id'),
    page,
  )

/** Adds keys to a role. Returns how many of them it did not have. */
export async function addKeys(db: Db, roleId: string, permissionIds: readonly string[]) {
  const signature = signed(db, 'add role keys', roleId, permissionIds.join(','))
  const { rows } = await sql<{ added: number }>`
    select add_role_keys(${roleId}, ${[...permissionIds]}, ${signature}) as added`.execute(db)
  return rows[0]!.added
}

/** Removes keys from a role. Returns how many of them it had. */
export async function removeKeys(db: Db, roleId: string, permissionIds: readonly string[]) {
  const signature = signed(db, 'remove role keys', roleId, permissionIds.join(','))
  const { rows } = await sql<{ removed: number }>`
    select remove_role_keys(${roleId}, ${[...permissionIds]}, ${signature}) as removed`.execute(db)
  return rows[0]!.removed
}

export const permissionsNamed = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('permissions')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .select(['id', 'key', 'schoolScope', 'appScope'])
    .execute()

/** Whether a person has a role anywhere, active or not. People can always see their own rows. */
export async function holdsAnywhere(db: Db, personId: string, roleId: string) {
  const { rows } =
    await sql`select from user_roles where user_id = ${personId} and role_id = ${roleId} limit 1`.execute(db)
  return rows.length > 0
}

/** Locks a role. Calls that change the role, or give or remove it, run one after another. */
export const lockRole = (db: Db, id: string) =>
  db.selectFrom('roles').where('id', '=', id).select('id').forNoKeyUpdate().execute()

const roleRows = (db: Db) =>
  db
    .selectFrom('roles')
    .select(['id', 'name', 'description', 'active', 'type', 'version'])
    .select(sql<boolean>`type = 1`.as('isSchoolRole'))
    .select(sql<boolean>`type = 2`.as('adminRole'))
    .select(sql<number>`(select count(*) from role_permissions where role_id = roles.id)`.as('permissionsCount'))
