import * as z from 'zod/mini'
import { eachInItsSchool, selfOrStaffOrPlatform } from '#contract/language/access-of-rights.ts'
import { Id, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { listSaying } from '#contract/language/several.ts'
import { Done } from '#contract/language/shapes.ts'

const text = z.nullable(z.string())

/** A role that a person has: in a school, or app-wide (no school). */
export const UserRole = z.object({
  userId: z.string(),
  userFullName: z.string(),
  roleId: z.string(),
  roleName: z.string(),
  roleDescription: text,
  schoolId: text,
  schoolName: text,
  /** Whether the caller may take it from the person. */
  may: z.object({ remove: z.boolean() }),
})

const read = selfOrStaffOrPlatform(['AssignUserRole'], { school: 'schoolId' }, 'userId')

/** Roles to give or to take, each in its school, or app-wide without one; all or none. */
const Roles = z.strictObject({
  userRoles: listSaying(z.strictObject({ userId: Id, roleId: Id, schoolId: optional(Id) }), {
    missing: 'userRoles should be an array',
    empty: 'At least one Role is required',
  }),
})

/** The roles that people have. Without `userId`: everybody in the school. */
export const userRoles = {
  list: operation({
    path: 'UserRole/GetUserRoles',
    access: read,
    input: z.strictObject({ userId: optional(Id), schoolId: optional(Id), ...paging }),
    output: z.array(UserRole),
    paging: 'whole',
  }),

  get: operation({
    path: 'UserRole/GetUserRole',
    access: read,
    input: z.strictObject({ userId: Id, roleId: Id, schoolId: optional(Id) }),
    output: UserRole,
  }),

  give: operation({
    path: 'UserRole/AssignUerRoles',
    access: eachInItsSchool('AddUserRole', 'userRoles'),
    input: Roles,
    output: Done,
    writes: true,
    bare: 'userRoles',
  }),

  take: operation({
    path: 'UserRole/RemoveUserRoles',
    access: eachInItsSchool('RemoveUserRole', 'userRoles'),
    input: Roles,
    output: Done,
    writes: true,
    bare: 'userRoles',
  }),
}
