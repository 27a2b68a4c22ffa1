import { type Asked, badIds, type Expected, type Line, one, page, refused, sorted } from './expected.ts'

const standard = '01900000-0000-7000-8000-000000000001'
const builtIn = [2, 3, 4, 5].map((n) => `01900000-0000-7000-8000-00000000000${n}`).concat(standard)
/** Of these the keys may change: School Teacher and School Supervisor. */
const keysMayChange = builtIn.slice(1, 3)

const sentence = (status: number, words: string): Expected => ({ status, sentence: words })
const held = sentence(403, 'You cannot change a role you hold')
const fixed = sentence(409, 'A built-in role cannot be changed')
export const notHeld = sentence(403, 'You cannot grant what you do not hold')

/** Whether one of the keys is held in any school; and app-wide. */
const inAnySchool = ({ rights }: Asked, keys: string[]) =>
  rights.schools.some(({ id }) => keys.some((key) => rights.may(key, id)))
const appWide = ({ rights }: Asked, keys: string[]) => keys.some((key) => rights.appKeys.includes(key))

type Role = Asked['graph']['roles'][number]

export const keysIn = ({ graph }: Asked, roleId: string) =>
  graph.role_permissions
    .filter(({ role_id }) => role_id === roleId)
    .map(({ permission_id }) => one(graph.permissions, permission_id))

const rowOf = (asked: Asked, { id, name, description, active, type, version }: Role) => ({
  roleId: id,
  id,
  name,
  description,
  active,
  type,
  isSchoolRole: type === 1,
  schoolRole: type === 1,
  adminRole: type === 2,
  permissionsCount: keysIn(asked, id).length,
  version,
})

export const permissions: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const onPlatform = appWide(asked, [
    'ViewUserPermission',
    'AddUserPermission',
    'ViewRolesList',
    'CreateRole',
    'AddPermissionsToRole',
  ])
  if (!onPlatform && !inAnySchool(asked, ['ViewUserPermission', 'AddUserPermission'])) return refused.forbidden
  const type = body.permissionsType as number
  const rows = graph.permissions.filter(({ school_scope, app_scope }) =>
    type === 1 ? school_scope : app_scope && onPlatform,
  )
  return page(
    sorted(rows, ({ name, id }) => [{ name }, id]),
    body,
    'paged',
    ({ id, key, name, name_ar, description, school_scope, app_scope }) => ({
      id,
      key,
      name,
      name_AR: name_ar,
      description,
      schoolPermission: school_scope,
      appPermission: app_scope,
    }),
  )
}

const seesRoles = (asked: Asked) =>
  inAnySchool(asked, ['ViewSchoolRolesList', 'AssignUserRole']) ||
  appWide(asked, ['ViewRolesList', 'ViewAppRolesList', 'ViewSchoolRolesList', 'AssignUserRole'])
const seesAppRoles = (asked: Asked) => appWide(asked, ['ViewRolesList', 'ViewAppRolesList', 'AssignUserRole'])

export const list: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const type = asked.body.type as number
  if (!seesRoles(asked) || (type === 2 && !seesAppRoles(asked))) return refused.forbidden
  const rows = asked.graph.roles.filter((role) => role.type === type)
  return page(
    sorted(rows, ({ name, id }) => [{ name }, id]),
    asked.body,
    'whole',
    (role) => rowOf(asked, role),
  )
}

/** The role named, to who may see it. */
function seen(asked: Asked): { role: Role } | Expected {
  if (!asked.who) return refused.signedOut
  const bad = badIds(asked.body, 'roleId!')
  if (bad) return bad
  if (!seesRoles(asked)) return refused.forbidden
  const role = asked.graph.roles.find(({ id }) => id === asked.body.roleId)
  return !role || (role.type === 2 && !seesAppRoles(asked)) ? refused.notFound : { role }
}

export const get: Line = (asked) => {
  const found = seen(asked)
  return 'role' in found ? { status: 200, body: rowOf(asked, found.role) } : found
}

export const keys: Line = (asked) => {
  const found = seen(asked)
  if (!('role' in found)) return found
  const { role } = found
  return page(
    sorted(keysIn(asked, role.id), ({ name, id }) => [{ name }, id]),
    asked.body,
    'whole',
    ({ id, key, name, name_ar, description }) => ({
      roleId: role.id,
      roleName: role.name,
      permissionId: id,
      permissionKey: key,
      permissionName: name,
      permissionName_AR: name_ar,
      permissionDescription: description,
    }),
  )
}

const listed = ({ body }: Asked) => (body.permissions ?? []) as string[]
const badKeys = (asked: Asked) =>
  listed(asked)
    .map((id) => badIds({ id }, 'id!'))
    .find(Boolean) ?? null

/** Keys fit the type of their role; those of an app role the caller holds app-wide. */
function mayHold(asked: Asked, type: number): Expected | null {
  const { graph, rights } = asked
  const known = listed(asked).map((named) => graph.permissions.find(({ id }) => id === named))
  if (known.some((key) => !key)) return refused.notFound
  if (known.some((key) => !(type === 1 ? key!.school_scope : key!.app_scope)))
    return sentence(400, 'A permission does not fit the type of the role')
  return type === 2 && known.some((key) => !rights.appKeys.includes(key!.key)) ? notHeld : null
}

export const add: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const bad = badKeys(asked)
  if (bad) return bad
  if (!appWide(asked, ['CreateRole'])) return refused.forbidden
  const { name, isSchoolRole } = body
  const type = isSchoolRole ? 1 : 2
  const holds = { name, isSchoolRole, type, active: true, permissionsCount: listed(asked).length, version: 1 }
  return mayHold(asked, type) ?? { status: 200, body: null, holds }
}

/** The role to be changed by who holds the key app-wide. */
function changed(asked: Asked, key: string): { role: Role } | Expected {
  if (!asked.who) return refused.signedOut
  const bad = badIds(asked.body, 'roleId!') ?? badKeys(asked)
  if (bad) return bad
  if (!appWide(asked, [key])) return refused.forbidden
  const role = asked.graph.roles.find(({ id }) => id === asked.body.roleId)
  return role ? { role } : refused.notFound
}

function mayChange({ graph, who }: Asked, { id }: Role, fixedRoles = builtIn): Expected | null {
  if (graph.user_roles.some(({ user_id, role_id }) => user_id === who && role_id === id)) return held
  return fixedRoles.includes(id) ? fixed : null
}

/** Nothing of it is changed. */
export const update: Line = (asked) => {
  const found = changed(asked, 'EditRole')
  if (!('role' in found)) return found
  return mayChange(asked, found.role) ?? { status: 200, body: rowOf(asked, found.role) }
}

export const activate: Line = (asked) => {
  const found = changed(asked, 'ActivateRolesList')
  if (!('role' in found)) return found
  const row = rowOf(asked, found.role)
  const { active } = asked.body
  if (row.active === active) return { status: 200, body: row }
  return mayChange(asked, found.role) ?? { status: 200, body: { ...row, active, version: row.version + 1 } }
}

const keysFixed = builtIn.filter((id) => !keysMayChange.includes(id))

const done = (changes: number): Expected => ({ status: 200, body: { done: true, changed: changes } })

export const addKeys: Line = (asked) => {
  const found = changed(asked, 'AddPermissionsToRole')
  if (!('role' in found)) return found
  const has = keysIn(asked, found.role.id).map(({ id }) => id)
  return (
    mayHold(asked, found.role.type) ??
    mayChange(asked, found.role, keysFixed) ??
    done(listed(asked).filter((id) => !has.includes(id)).length)
  )
}

export const removeKeys: Line = (asked) => {
  const found = changed(asked, 'RemovePermissionsToRole')
  if (!('role' in found)) return found
  const has = keysIn(asked, found.role.id).map(({ id }) => id)
  return mayChange(asked, found.role, keysFixed) ?? done(listed(asked).filter((id) => has.includes(id)).length)
}
