import { type Asked, badIds, type Expected, type Line, one, refused } from './expected.ts'
import { keysIn, notHeld } from './roles.ts'

const standard = '01900000-0000-7000-8000-000000000001'
const schoolManager = '01900000-0000-7000-8000-000000000002'
const platformAdministrator = '01900000-0000-7000-8000-000000000005'

const sentence = (status: number, words: string): Expected => ({ status, sentence: words })
const done = (changes: number): Expected => ({ status: 200, body: { done: true, changed: changes } })

type Element = { userId: string; roleId?: string; permissionId?: string; schoolId?: string | null }

/** The elements, each in a school where the key is held or app-wide; or the refusal. */
function elements(asked: Asked, list: string, id: string, key: string): { all: Element[] } | Expected {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const all = body[list] as Element[]
  const bad = all.map((element) => badIds({ ...element }, 'userId!', `${id}!`, 'schoolId')).find(Boolean)
  if (bad) return bad
  const open = rights.schools.map((school) => school.id).filter((school) => rights.may(key, school))
  if (open.length === 0 && !rights.appKeys.includes(key)) return refused.forbidden
  const schools = all.flatMap(({ schoolId }) => schoolId ?? [])
  if (schools.some((school) => !open.includes(school))) return refused.notFound
  if (schools.some((school) => !one(graph.schools, school).active)) return refused.notActive
  return { all }
}

const isThere = (rows: { id: string }[], ids: (string | undefined)[]) =>
  ids.every((named) => rows.some(({ id }) => id === named))

/** What giving asks of every element alike: the place fits, the key of the call and what is given are held there. */
function mayGive(
  asked: Asked,
  key: string,
  all: (Element & { inSchool: boolean; appWide: boolean; keys: string[] })[],
  what: string,
) {
  const { who, rights } = asked
  if (all.some(({ schoolId, appWide }) => !schoolId && !appWide))
    return sentence(400, `A school ${what} needs a school`)
  if (all.some(({ schoolId, inSchool }) => schoolId && !inSchool)) return sentence(400, `An app ${what} has no school`)
  if (all.some(({ schoolId }) => !schoolId) && !rights.appKeys.includes(key)) return refused.forbidden
  const holds = (held: string, schoolId?: string | null) =>
    schoolId ? rights.may(held, schoolId) : rights.appKeys.includes(held)
  if (all.some(({ keys, schoolId }) => !keys.every((held) => holds(held, schoolId)))) return notHeld
  return all.some(({ userId }) => userId === who) ? sentence(403, 'You cannot change your own rights') : null
}

export const giveRoles: Line = (asked) => {
  const { graph } = asked
  const found = elements(asked, 'userRoles', 'roleId', 'AddUserRole')
  if (!('all' in found)) return found
  const { all } = found
  if (
    !isThere(
      graph.roles,
      all.map(({ roleId }) => roleId),
    ) ||
    !isThere(
      graph.users,
      all.map(({ userId }) => userId),
    )
  )
    return refused.notFound
  const given = all.map((element) => {
    const { type } = one(graph.roles, element.roleId!)
    const keys = keysIn(asked, element.roleId!).map(({ key }) => key)
    return { ...element, inSchool: type === 1, appWide: type === 2, keys }
  })
  const refusal = mayGive(asked, 'AddUserRole', given, 'role')
  if (refusal) return refusal
  if (all.some(({ roleId }) => !one(graph.roles, roleId!).active)) return sentence(409, 'This role is not active')
  return done(all.filter((element) => !held(asked, element, 'given')).length)
}

const held = ({ graph }: Asked, { userId, roleId, schoolId }: Element, source?: string) =>
  graph.user_roles.some(
    (row) =>
      row.user_id === userId &&
      row.role_id === roleId &&
      row.school_id === (schoolId ?? null) &&
      (!source || row.source === source),
  )

const isAppWideRefused = ({ rights }: Asked, all: Element[], key: string) =>
  all.some(({ schoolId }) => !schoolId) && !rights.appKeys.includes(key)

export const takeRoles: Line = (asked) => {
  const { graph } = asked
  const found = elements(asked, 'userRoles', 'roleId', 'RemoveUserRole')
  if (!('all' in found)) return found
  const { all } = found
  if (isAppWideRefused(asked, all, 'RemoveUserRole')) return refused.forbidden
  if (all.some(({ roleId }) => roleId === standard)) return sentence(409, 'The default role cannot be removed')
  const taken = all.filter((element) => held(asked, element))
  for (const { userId, roleId, schoolId } of taken) {
    const others = graph.user_roles.filter((row) => row.role_id === roleId && row.school_id === (schoolId ?? null))
    const isLast = others.every(({ user_id }) => user_id === userId)
    if (roleId === schoolManager && (isLast || one(graph.schools, schoolId!).admin_id === userId))
      return sentence(409, 'The last administrator of a school cannot be removed')
    if (roleId === platformAdministrator && isLast)
      return sentence(409, 'The last platform administrator cannot be removed')
  }
  return done(taken.length)
}

const givenKey = ({ graph }: Asked, { userId, permissionId, schoolId }: Element) =>
  graph.user_permissions.some(
    (row) => row.user_id === userId && row.permission_id === permissionId && row.school_id === (schoolId ?? null),
  )

export const giveKeys: Line = (asked) => {
  const { graph } = asked
  const found = elements(asked, 'userPermissions', 'permissionId', 'AddUserPermission')
  if (!('all' in found)) return found
  const { all } = found
  const ids = all.map(({ permissionId }) => permissionId)
  if (
    !isThere(graph.permissions, ids) ||
    !isThere(
      graph.users,
      all.map(({ userId }) => userId),
    )
  )
    return refused.notFound
  const given = all.map((element) => {
    const { key, school_scope, app_scope } = one(graph.permissions, element.permissionId!)
    return { ...element, inSchool: school_scope, appWide: app_scope, keys: [key] }
  })
  const refusal = mayGive(asked, 'AddUserPermission', given, 'permission')
  return refusal ?? done(all.filter((element) => !givenKey(asked, element)).length)
}

export const takeKeys: Line = (asked) => {
  const { graph } = asked
  const found = elements(asked, 'userPermissions', 'permissionId', 'RemoveUserPermission')
  if (!('all' in found)) return found
  const { all } = found
  if (isAppWideRefused(asked, all, 'RemoveUserPermission')) return refused.forbidden
  const left = all.filter((element) => !givenKey(asked, element))
  const throughRole = ({ userId, permissionId, schoolId }: Element) =>
    graph.user_roles.some(
      (row) =>
        row.user_id === userId &&
        row.school_id === (schoolId ?? null) &&
        one(graph.roles, row.role_id).active &&
        keysIn(asked, row.role_id).some(({ id }) => id === permissionId),
    )
  if (left.some(throughRole)) return sentence(409, 'Only directly granted permissions can be removed')
  return done(all.length - left.length)
}
