import * as z from 'zod/mini'
import { eachInItsSchool, selfOrStaffOrPlatform } from '#contract/language/access-of-rights.ts'
import { staff } from '#contract/language/access.ts'
import { Id, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { listSaying } from '#contract/language/several.ts'
import { Done } from '#contract/language/shapes.ts'
import { wireNames } from '#contract/language/wire-names.ts'

const text = z.nullable(z.string())

/** A key that a person has: through a role, or directly (no role); in a school, or app-wide (no school). */
export const UserPermission = wireNames(
  z.object({
    userId: z.string(),
    userFullName: z.string(),
    permissionId: z.string(),
    permissionKey: z.string(),
    permissionName: z.string(),
    permissionNameAr: z.string(),
    roleId: text,
    roleName: text,
    schoolId: text,
    schoolName: text,
    /** Whether the caller may take it from the person. */
    may: z.object({ remove: z.boolean() }),
  }),
  { permissionNameAr: 'permissionName_AR' },
)

/** A person who has keys in a school: how many, and how many of them directly. */
export const KeyHolder = z.object({
  userId: z.string(),
  userFullName: z.string(),
  permissionsCount: z.number(),
  directCount: z.number(),
})

/** Keys to give or to take directly, each in its school, or app-wide without one; all or none. */
const Permissions = z.strictObject({
  userPermissions: listSaying(z.strictObject({ userId: Id, permissionId: Id, schoolId: optional(Id) }), {
    missing: 'userRoles should be an array',
    empty: 'At least one permission is required',
  }),
})

/** The keys that people have, and their source. Without `userId`: everybody in the school. */
export const userPermissions = {
  list: operation({
    path: 'UserPermission/GetUserPermissions',
    access: selfOrStaffOrPlatform(['ViewUserPermission'], { school: 'schoolId' }, 'userId'),
    input: z.strictObject({ userId: optional(Id), schoolId: optional(Id), ...paging }),
    output: z.array(UserPermission),
    paging: 'whole',
  }),

  /** The same grouped by person; the keys of each are read separately. */
  holders: operation({
    path: 'UserPermission/GetHolders',
    access: staff('ViewUserPermission', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(KeyHolder),
    paging: 'whole',
  }),

  give: operation({
    path: 'UserPermission/AssignPermissionsToUser',
    access: eachInItsSchool('AddUserPermission', 'userPermissions'),
    input: Permissions,
    output: Done,
    writes: true,
    bare: 'userPermissions',
  }),

  take: operation({
    path: 'UserPermission/RemovePermissionsFromUser',
    access: eachInItsSchool('RemoveUserPermission', 'userPermissions'),
    input: Permissions,
    output: Done,
    writes: true,
    bare: 'userPermissions',
  }),
}
