import { isOfficeRole, officeRoles } from '#contract/platform/roles/built-in-roles.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { officeRoleSwitches } from '#contract/platform/roles/office-roles.ts'
import { mayIn } from '#server/access/may.ts'
import { conflict, forbidden, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { keysOfRole } from './holders.queries.ts'
import { notifyOfRights, standingAt } from './lock-rights.ts'
import { officersOf, officeRolesOf, switchOfficeRole } from './office-roles.queries.ts'
import { takeRoles } from './user-roles.queries.ts'

export const officeRoleOperations = implement(officeRoleSwitches, {
  async list({ db, user, school, may }) {
    const mayTurn = {
      on: mayIn(user, officeRoleSwitches.switchOn, school.id),
      off: mayIn(user, officeRoleSwitches.switchOff, school.id),
    }
    const roles = await officeRolesOf(
      db,
      school.id,
      officeRoles.map(({ id }) => id),
    )
    return roles.map(({ keys, ...role }) => ({
      ...role,
      schoolId: school.id,
      may: {
        switchOn: !role.active && mayTurn.on && keys.every((key) => may(key as Permission)),
        switchOff: role.active && mayTurn.off,
      },
    }))
  },

  async switchOn({ db, user, school, audit, input: { roleId } }) {
    if (!isOfficeRole(roleId)) throw notFound()
    const { holds } = await standingAt(db, user, 'AddUserRole', [{ userId: user.id, schoolId: school.id }])
    const keys = await keysOfRole(db, roleId)
    if (!keys.every((key) => holds(key, school.id))) throw forbidden('You cannot grant what you do not hold')

    if (!(await switchOfficeRole(db, school.id, roleId, true))) return { done: true as const, changed: 0 }
    await audit('role', roleId)
    return { done: true as const, changed: 1 }
  },

  async switchOff({ db, user, school, audit, input: { roleId, takeFromHolders } }) {
    if (!isOfficeRole(roleId)) throw notFound()
    await standingAt(db, user, 'RemoveUserRole', [{ userId: user.id, schoolId: school.id }])
    const holders = await officersOf(db, school.id, roleId)
    if (holders.length > 0 && !takeFromHolders) throw conflict('People in this school still have this role')

    if (!(await switchOfficeRole(db, school.id, roleId, false))) return { done: true as const, changed: 0 }
    await audit('role', roleId)
    await notifyOfRights({ db, user, audit }, await takeRoles(db, holders))
    return { done: true as const, changed: 1 }
  },
})
