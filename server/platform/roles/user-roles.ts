import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, found, invalid, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { lookedAt, pageOfPeople } from './query.ts'
import { distinct, notToOneself, type Standing, standingAt, notifyOfRights, notifyStaff } from './lock-rights.ts'
import { mustBeSwitchedOn } from './office-roles.rules.ts'
import { isDefaultRole, roleWithMay } from './rights.rules.ts'
import {
  arePeople,
  type Given,
  giveRoles,
  isGiven,
  isManaged,
  rolesToGive,
  takeRoles,
  userRoleOf,
  userRolesBy,
} from './user-roles.queries.ts'
import { newStaff } from '#server/access/second-person.ts'
import { areOlder } from '#server/access/second-person.queries.ts'
import type { Caller } from '#server/access/caller.ts'

const { schoolManager, platformAdministrator } = builtInRoles

export const userRoleOperations = implement(userRoles, {
  async list(context) {
    const { rows, total } = await userRolesBy(context.db, await lookedAt(context), pageOfPeople(context))
    return { rows: rows.map(roleWithMay(context.user)), total }
  },

  async get(context) {
    const role = found(await userRoleOf(context.db, await lookedAt(context), context.input.roleId))
    return roleWithMay(context.user)(role)
  },

  async give({ db, user, audit, input }) {
    const named = distinct(input.userRoles)
    const standing = await standingAt(db, user, 'AddUserRole', named)
    await mayGive(db, user, standing, named)
    const given = await giveRoles(db, named, user.id)
    const onPlatform = given.filter(({ schoolId, roleId }) => schoolId === null && !isDefaultRole(roleId))
    await notifyStaff(db, user.id, onPlatform)
    return notifyOfRights({ db, user, audit }, given)
  },

  async take({ db, user, audit, input }) {
    const named = distinct(input.userRoles)
    const standing = await standingAt(db, user, 'RemoveUserRole', named)
    standing.mayAppWide()
    if (await areOlder(db, user.id, 'RemoveUserRole', named)) throw newStaff()
    if (named.some(({ roleId }) => isDefaultRole(roleId))) throw conflict('The default role cannot be removed')

    const taken = await takeRoles(db, named)
    await mustStayManaged(db, taken)
    return notifyOfRights({ db, user, audit }, taken)
  },
})

/** A school keeps its administrator and at least one manager; the platform keeps at least one administrator. */
async function mustStayManaged(db: Db, taken: Given[]) {
  const managers = taken.filter(({ roleId }) => roleId === schoolManager.id)
  for (const { schoolId } of managers) {
    const there = managers.filter((one) => one.schoolId === schoolId).map(({ userId }) => userId)
    if (!(await isManaged(db, schoolId!, schoolManager.id, there)))
      throw conflict('The last administrator of a school cannot be removed')
  }
  if (taken.some(({ roleId }) => roleId === platformAdministrator.id) && !(await isGiven(db, platformAdministrator.id)))
    throw conflict('The last platform administrator cannot be removed')
}

/** Each element is checked: callers may give only roles whose keys they have in the same school, and none to themselves. */
async function mayGive(db: Db, user: Caller, { holds, mayAppWide }: Standing, named: Given[]) {
  const roles = await rolesToGive(db, [...new Set(named.map(({ roleId }) => roleId))])
  if (!named.every(({ roleId }) => roles.has(roleId)) || !(await arePeople(db, named))) throw notFound()

  for (const { roleId, schoolId } of named) {
    const inSchool = roles.get(roleId)!.type === 1
    if (inSchool && schoolId == null) throw invalid('A school role needs a school')
    if (!inSchool && schoolId != null) throw invalid('An app role has no school')
  }
  mayAppWide()
  for (const { roleId, schoolId } of named)
    if (!roles.get(roleId)!.keys.every((key) => holds(key, schoolId)))
      throw forbidden('You cannot grant what you do not hold')
  notToOneself(user, named)
  if (named.some(({ roleId }) => !roles.get(roleId)!.active)) throw conflict('This role is not active')
  await mustBeSwitchedOn(db, named)
}
