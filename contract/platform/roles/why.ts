import * as z from 'zod/mini'
import { selfOrStaffOrPlatform } from '#contract/language/access-of-rights.ts'
import { Id, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

const text = z.nullable(z.string())

/** One way in which a person got a key: by a role or directly, in a school or app-wide. */
export const Source = z.object({
  roleId: text,
  roleName: text,
  schoolId: text,
  schoolName: text,
  /** Whether it gives the key at this place; if not, `hindrance` says why. */
  counts: z.boolean(),
  hindrance: z.nullable(z.enum(['roleInactive', 'schoolInactive', 'otherSchool', 'otherScope'])),
})

/**
 * Why a person can or cannot do something at a place. If they can, `reason` is how they have the key. If not, it is the nearest cause: an
 * inactive role or school, the key in another place, a key of the other scope, or nobody gave it to them. `roles`: the roles by which it
 * can be given there.
 */
export const Explanation = z.object({
  userId: z.string(),
  permissionId: z.string(),
  permissionKey: z.string(),
  permissionName: z.string(),
  permissionNameAr: z.string(),
  schoolId: text,
  schoolName: text,
  allowed: z.boolean(),
  reason: z.enum(['role', 'direct', 'roleInactive', 'schoolInactive', 'otherSchool', 'otherScope', 'notGiven']),
  sources: z.array(Source),
  roles: z.array(z.object({ roleId: z.string(), roleName: z.string() })),
})

/** Further operation (api.md §16): why a person can or cannot do something, in a school or app-wide. */
export const why = {
  explain: operation({
    path: 'UserPermission/Explain',
    access: selfOrStaffOrPlatform(['ViewUserPermission', 'AssignUserRole'], { school: 'schoolId' }, 'userId'),
    input: z.strictObject({ userId: Id, permissionKey: Text(1, 100), schoolId: optional(Id) }),
    output: Explanation,
  }),
}
