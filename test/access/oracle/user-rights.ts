import { type Asked, badIds, type Expected, fullName, type Line, one, page, refused, sorted } from './expected.ts'
import { keysIn } from './roles.ts'

type Seen = { sees: (schoolId: string | null, userId: string) => boolean }

/** Oneself: own rows. Staff: of their schools. The platform: every row. Of a school named those of it. */
function looked(asked: Asked, keys: string[], needed: boolean): Seen | Expected {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, needed ? 'userId!' : 'userId', 'schoolId')
  if (bad) return bad
  const own = body.userId === who
  const onPlatform = keys.some((key) => rights.appKeys.includes(key))
  const open = rights.schools.map(({ id }) => id).filter((id) => keys.some((key) => rights.may(key, id)))
  if (!own && !onPlatform && open.length === 0) return refused.forbidden
  if (body.schoolId && onPlatform && !graph.schools.some(({ id }) => id === body.schoolId)) return refused.notFound
  if (body.schoolId && !onPlatform && !own && !open.includes(body.schoolId as string)) return refused.notFound
  if (!body.userId && !body.schoolId) return refused.required
  return {
    sees: (schoolId, userId) =>
      (onPlatform || (own && userId === who) || (schoolId !== null && open.includes(schoolId))) &&
      (!body.userId || userId === body.userId),
  }
}

const isNobody = ({ graph, body }: Asked) => Boolean(body.userId) && !graph.users.some(({ id }) => id === body.userId)

const schoolName = ({ graph }: Asked, id: string | null) => (id === null ? null : one(graph.schools, id).name)
const last = { name: '\uffff' }
const named = (name: string | null) => (name === null ? last : { name })

/** Roles held, each once, whether given or held with a post. */
function rolesSeen(asked: Asked, { sees }: Seen) {
  const { graph } = asked
  const rows = graph.user_roles.filter(({ user_id, school_id }) => sees(school_id, user_id))
  const once = new Map(rows.map((row) => [`${row.user_id} ${row.role_id} ${row.school_id}`, row]))
  return [...once.values()].map(({ user_id, role_id, school_id }) => {
    const { name, description } = one(graph.roles, role_id)
    return {
      userId: user_id,
      userFullName: fullName(one(graph.users, user_id)),
      roleId: role_id,
      roleName: name,
      roleDescription: description,
      schoolId: school_id,
      schoolName: schoolName(asked, school_id),
    }
  })
}

export const roles: Line = (asked) => {
  const { body } = asked
  const found = looked(asked, ['AssignUserRole'], false)
  if (!('sees' in found)) return found
  if (isNobody(asked)) return refused.notFound
  const rows = rolesSeen(asked, found).filter(({ schoolId }) => !body.schoolId || schoolId === body.schoolId)
  return body.userId
    ? page(
        sorted(rows, (row) => [named(row.roleName), named(row.schoolName), row.roleId]),
        body,
        'whole',
      )
    : page(
        sorted(rows, (row) => [named(row.userFullName), named(row.roleName), row.userId, row.roleId]),
        body,
        'paged',
      )
}

export const role: Line = (asked) => {
  const { body } = asked
  const bad = asked.who ? badIds(body, 'userId!', 'roleId!', 'schoolId') : refused.signedOut
  if (bad) return bad
  const found = looked(asked, ['AssignUserRole'], true)
  if (!('sees' in found)) return found
  const row = rolesSeen(asked, found).find(
    ({ roleId, schoolId }) => roleId === body.roleId && schoolId === (body.schoolId ?? null),
  )
  return row ? { status: 200, body: row } : refused.notFound
}

/** Keys held, by source: active roles and direct grants, each where its key counts. */
function keysSeen(asked: Asked, { sees }: Seen) {
  const { graph } = asked
  const through = graph.user_roles
    .filter(({ role_id }) => one(graph.roles, role_id).active)
    .flatMap(({ user_id, role_id, school_id }) =>
      keysIn(asked, role_id).map((key) => ({ user_id, school_id, role_id: role_id as string | null, key })),
    )
  const direct = graph.user_permissions.map(({ user_id, school_id, permission_id }) => ({
    user_id,
    school_id,
    role_id: null,
    key: one(graph.permissions, permission_id),
  }))
  const rows = [...through, ...direct]
    .filter(({ user_id, school_id }) => sees(school_id, user_id))
    .filter(({ school_id, key }) => (school_id === null ? key.app_scope : key.school_scope))
  const once = new Map(rows.map((row) => [`${row.user_id} ${row.role_id} ${row.school_id} ${row.key.id}`, row]))
  return [...once.values()].map(({ user_id, school_id, role_id, key }) => ({
    userId: user_id,
    userFullName: fullName(one(graph.users, user_id)),
    permissionId: key.id,
    permissionKey: key.key,
    permissionName: key.name,
    permissionName_AR: key.name_ar,
    roleId: role_id,
    roleName: role_id === null ? null : one(graph.roles, role_id).name,
    schoolId: school_id,
    schoolName: schoolName(asked, school_id),
  }))
}

export const permissions: Line = (asked) => {
  const { body } = asked
  const found = looked(asked, ['ViewUserPermission'], false)
  if (!('sees' in found)) return found
  if (isNobody(asked)) return refused.notFound
  const rows = keysSeen(asked, found).filter(({ schoolId }) => !body.schoolId || schoolId === body.schoolId)
  const { userId } = body
  return page(
    sorted(rows, (row) => [
      ...(userId
        ? [named(row.permissionName), named(row.schoolName), named(row.roleName)]
        : [named(row.userFullName), named(row.permissionName), named(row.roleName), row.userId]),
      row.permissionId,
    ]),
    body,
    userId ? 'whole' : 'paged',
  )
}

/** By person, those who hold keys in a school: how many keys, and how many of them directly. */
export const holders: Line = (asked) => {
  const { rights, body } = asked
  const bad = asked.who ? badIds(body, 'schoolId!') : refused.signedOut
  if (bad) return bad
  const open = rights.schools.filter(({ id }) => rights.may('ViewUserPermission', id))
  if (open.length === 0) return refused.forbidden
  if (!open.some(({ id }) => id === body.schoolId)) return refused.notFound
  const rows = keysSeen(asked, { sees: (schoolId) => schoolId === body.schoolId })
  const people = [...new Map(rows.map(({ userId, userFullName }) => [userId, userFullName]))]
  const counted = people.map(([userId, userFullName]) => {
    const own = rows.filter((row) => row.userId === userId)
    return {
      userId,
      userFullName,
      permissionsCount: new Set(own.map(({ permissionId }) => permissionId)).size,
      directCount: own.filter(({ roleId }) => roleId === null).length,
    }
  })
  return page(
    sorted(counted, (row) => [named(row.userFullName), row.userId]),
    body,
    'whole',
  )
}

/** Why: decided as reading somebody's rights is; what it says is tried by its own tests. */
export const explain: Line = (asked) => {
  const { graph, who, rights, body } = asked
  const found = looked(asked, ['ViewUserPermission', 'AssignUserRole'], true)
  if (!('sees' in found)) return found
  const own = body.userId === who
  const onPlatform = ['ViewUserPermission', 'AssignUserRole'].some((key) => rights.appKeys.includes(key))
  if (!own && !onPlatform && !body.schoolId) return refused.required
  if (isNobody(asked)) return refused.notFound
  const sources = [...graph.user_roles, ...graph.user_permissions].filter(
    (row) =>
      row.user_id === body.userId &&
      found.sees(row.school_id, row.user_id) &&
      ('role_id' in row
        ? keysIn(asked, row.role_id).some(({ key }) => key === body.permissionKey)
        : one(graph.permissions, row.permission_id).key === body.permissionKey),
  )
  const school = graph.schools.find(({ id }) => id === body.schoolId)
  const belongs = rights.isMember(body.schoolId as string) || sources.some(({ school_id }) => school_id === school?.id)
  if (body.schoolId && !(school && (school.active || onPlatform || belongs))) return refused.notFound
  const permission = graph.permissions.find(({ key }) => key === body.permissionKey)!
  const counts = (row: (typeof sources)[number]) =>
    row.school_id === (body.schoolId ?? null) &&
    (!school || school.active || school.admin_id === body.userId) &&
    (body.schoolId ? permission.school_scope : permission.app_scope) &&
    (!('role_id' in row) || one(graph.roles, row.role_id).active)
  const fits = (answer: unknown) => {
    const { allowed, schoolId } = answer as { allowed: boolean; schoolId: string | null }
    return allowed === sources.some(counts) && schoolId === (body.schoolId ?? null)
  }
  const names = [
    permission,
    ...(school ? [school] : []),
    ...sources.flatMap(({ school_id }) => (school_id ? [one(graph.schools, school_id)] : [])),
    ...graph.roles,
  ].map(({ name }) => name)
  return { status: 200, body: [names, permission.name_ar], fits }
}
