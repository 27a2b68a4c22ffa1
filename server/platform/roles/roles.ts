import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { permissionList, rolePermissions, roles } from '#contract/platform/roles/roles.ts'
import type { Db } from '#server/db/db.ts'
import { changeRow, lockRow } from '#server/db/change-row.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, forbidden, found, invalid, notFound } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import { implement } from '#server/call/implement.ts'
import {
  addKeys,
  holdsAnywhere,
  insertRole,
  permissionsOfRole,
  permissionsNamed,
  permissionsOf,
  removeKeys,
  roleOf,
  rolesBy,
} from './roles.queries.ts'
import { newStaff } from '#server/access/second-person.ts'
import { isOlder } from '#server/access/second-person.queries.ts'
import type { Caller } from '#server/access/caller.ts'
import { officeRoleOperations } from './office-roles.ts'
import { needsTwo, propose, roleKeyProposalOperations } from './proposals.ts'
import { userPermissionOperations } from './user-permissions.ts'
import { userRoleOperations } from './user-roles.ts'
import { whyOperations } from './why.ts'

const permissionListOperations = implement(permissionList, {
  async list({ db, user, input: { type }, page }) {
    const onPlatform = permissionList.list.access.platformKeys.some((key) => user.rights.appKeys.includes(key))
    return type === 2 && !onPlatform ? { rows: [], total: 0 } : permissionsOf(db, type, page)
  },
})

const rolesThemselves = implement(roles, {
  async list({ db, user, input, page }) {
    if (input.type === 2 && !seesAppRoles(user)) throw forbidden()
    return rolesBy(db, input, page)
  },

  get: ({ db, user, input: { roleId } }) => visible(db, user, roleId),

  async add({ db, user, audit, input: { name, description = null, active, isSchoolRole, permissions } }) {
    const keys = [...new Set(permissions ?? [])]
    await mayHold(db, user, isSchoolRole ? 1 : 2, keys)
    const role = { name, description, active: active ?? true, type: isSchoolRole ? 1 : 2, permissions: keys }
    const id = await insertRole(db, role)
    await audit('role', id)
    return (await roleOf(db, id))!
  },

  async update({ db, user, audit, input: { id, baseVersion, ...changes } }) {
    const { version } = await known(db, id)
    const role = await edited(db, roles.update, {
      table: 'roles',
      schoolId: null,
      id,
      baseVersion,
      changes,
      validate: () => mayChange(db, user, id),
      read: () => roleOf(db, id),
    })
    if (role.version > version) await audit('role', id)
    return role
  },

  async activate({ db, user, audit, input: { roleId, active } }) {
    const stored = await locked(db, roleId)
    if (stored.active === active) return stored
    await mayChange(db, user, roleId)
    if (!active) await mustNotBeNewer(db, user, 'ActivateRolesList', roleId)

    await changeRow(db, { table: 'roles', schoolId: null, id: roleId }, { active })
    await audit('role', roleId)
    await publish(db, { event: 'rights changed', schoolId: null, actorId: user.id, payload: { roleId } })
    return (await roleOf(db, roleId))!
  },
})

const rolePermissionOperations = implement(rolePermissions, {
  async list({ db, user, input: { roleId }, page }) {
    await visible(db, user, roleId)
    return permissionsOfRole(db, roleId, page)
  },

  async add({ db, user, audit, input: { roleId, permissions } }) {
    const { type } = await locked(db, roleId)
    await mayHold(db, user, type, [...new Set(permissions)])
    await mayChangeKeys(db, user, roleId)
    if (needsTwo(roleId)) return propose({ db, user, audit }, { roleId, adds: true, permissions })

    const changed = await addKeys(db, roleId, [...new Set(permissions)])
    if (changed > 0) await audit('role', roleId)
    return { done: true as const, changed }
  },

  async remove({ db, user, audit, input: { roleId, permissions } }) {
    await locked(db, roleId)
    await mayChangeKeys(db, user, roleId)
    if (needsTwo(roleId)) return propose({ db, user, audit }, { roleId, adds: false, permissions })
    await mustNotBeNewer(db, user, 'RemovePermissionsToRole', roleId)

    const changed = await removeKeys(db, roleId, permissions)
    if (changed > 0) await audit('role', roleId)
    return { done: true as const, changed }
  },
})

export const roleOperations = [
  permissionListOperations,
  rolesThemselves,
  rolePermissionOperations,
  roleKeyProposalOperations,
  userRoleOperations,
  userPermissionOperations,
  whyOperations,
  officeRoleOperations,
]

/** App roles are visible to callers who manage roles or give them app-wide. School staff see only school roles. */
const seesAppRoles = ({ rights: { appKeys } }: Caller) =>
  (['ViewAppRolesList', 'ViewRolesList', 'AssignUserRole'] as const).some((key) => appKeys.includes(key))

async function visible(db: Db, user: Caller, roleId: string) {
  const role = await known(db, roleId)
  if (role.type === 2 && !seesAppRoles(user)) throw notFound()
  return role
}

/** Who became platform staff lately switches off no right that others had before (decision 081). */
async function mustNotBeNewer(db: Db, user: Caller, key: Permission, roleId: string) {
  if (await isOlder(db, user.id, key, roleId)) throw newStaff()
}

const known = async (db: Db, roleId: string) => found(await roleOf(db, roleId))

/** Locks a role. A call that gives the role waits until the change is stored, and then checks the new keys. */
async function locked(db: Db, roleId: string) {
  await known(db, roleId)
  await lockRow(db, { table: 'roles', schoolId: null, id: roleId })
  return (await roleOf(db, roleId))!
}

/** The keys must match the type of their role. Callers may add to an app role only keys that they have app-wide. */
async function mayHold(db: Db, { rights }: Caller, type: number, permissionIds: readonly string[]) {
  const named = await permissionsNamed(db, permissionIds)
  if (named.length < permissionIds.length) throw notFound()
  if (named.some(({ schoolScope, appScope }) => !(type === 1 ? schoolScope : appScope)))
    throw invalid('A permission does not fit the type of the role')
  const own: readonly string[] = rights.appKeys
  if (type === 2 && named.some(({ key }) => !own.includes(key)))
    throw forbidden('You cannot grant what you do not hold')
}

async function mayChange(db: Db, user: Caller, roleId: string, builtIn = Object.values(builtInRoles)) {
  if (await holdsAnywhere(db, user.id, roleId)) throw forbidden('You cannot change a role you hold')
  if (builtIn.some(({ id }) => id === roleId)) throw conflict('A built-in role cannot be changed')
}

const mayChangeKeys = (db: Db, user: Caller, roleId: string) =>
  mayChange(
    db,
    user,
    roleId,
    Object.values(builtInRoles).filter(({ keysMayChange }) => !keysMayChange),
  )
