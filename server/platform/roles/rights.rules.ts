import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { userPermissions } from '#contract/platform/roles/user-permissions.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { type Holder, mayAt } from '#server/access/may.ts'

type OwnedRole = { roleId: string; schoolId: string | null; isSchoolAdmin: boolean; isOnlyHolder: boolean }
type OwnedKey = { roleId: string | null; schoolId: string | null }

/** The role that every account has; nobody can remove it. */
export const isDefaultRole = (roleId: string): boolean => roleId === builtInRoles.standard.id

/** The administrator of a school stays a manager of it, and the platform keeps its last administrator. */
const isKept = ({ roleId, isSchoolAdmin, isOnlyHolder }: OwnedRole): boolean =>
  (roleId === builtInRoles.schoolManager.id && isSchoolAdmin) ||
  (roleId === builtInRoles.platformAdministrator.id && isOnlyHolder)

/** A role of a person, and whether the caller may remove it. */
export const roleWithMay =
  (person: Holder) =>
  <Role extends OwnedRole>(role: Role) => ({
    ...role,
    may: { remove: mayAt(person, userRoles.take, role.schoolId) && !isDefaultRole(role.roleId) && !isKept(role) },
  })

/** A key of a person, and whether the caller may remove it. Only keys that were given directly can be removed. */
export const keyWithMay =
  (person: Holder) =>
  <Key extends OwnedKey>(key: Key) => ({
    ...key,
    may: { remove: mayAt(person, userPermissions.take, key.schoolId) && key.roleId === null },
  })
