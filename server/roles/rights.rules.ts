import { builtInRoles } from '#contract/roles/built-in-roles.ts'
import { userPermissions } from '#contract/roles/user-permissions.ts'
import { userRoles } from '#contract/roles/user-roles.ts'
import { type Holder, mayAt } from '#server/access/may.ts'

type OwnedRole = { roleId: string; schoolId: string | null; isSchoolAdmin: boolean; isOnlyHolder: boolean }
type OwnedKey = { roleId: string | null; schoolId: string | null }

/** The role of every account, which nobody takes. */
export const isDefaultRole = (roleId: string): boolean => roleId === builtInRoles.standard.id

/** A school keeps its administrator as a manager, and the platform its last administrator. */
const isKept = ({ roleId, isSchoolAdmin, isOnlyHolder }: OwnedRole): boolean =>
  (roleId === builtInRoles.schoolManager.id && isSchoolAdmin) ||
  (roleId === builtInRoles.platformAdministrator.id && isOnlyHolder)

/** A role held, with whether the person may take it. */
export const roleWithMay =
  (person: Holder) =>
  <Role extends OwnedRole>(role: Role) => ({
    ...role,
    may: { remove: mayAt(person, userRoles.take, role.schoolId) && !isDefaultRole(role.roleId) && !isKept(role) },
  })

/** A key held, with whether the person may take it: only one that was given directly. */
export const keyWithMay =
  (person: Holder) =>
  <Key extends OwnedKey>(key: Key) => ({
    ...key,
    may: { remove: mayAt(person, userPermissions.take, key.schoolId) && key.roleId === null },
  })
