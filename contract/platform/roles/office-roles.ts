import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Bool, Id, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

/** A role of an office, with its state in a school. */
export const OfficeRole = z.object({
  schoolId: z.string(),
  roleId: z.string(),
  roleName: z.string(),
  /** Whether the school has switched it on; only then can it be given there. */
  active: z.boolean(),
  permissionNames: z.array(z.string()),
  permissionNamesAr: z.array(z.string()),
  /** How many people have it in the school. */
  holdersCount: z.number(),
  may: z.object({ switchOn: z.boolean(), switchOff: z.boolean() }),
})

/** Further operations (api.md §16): the roles of an office except manager, which a school switches on and off. */
export const officeRoleSwitches = {
  list: operation({
    path: 'OfficeRole/GetOfficeRoles',
    access: staff(['AssignUserRole', 'AddUserRole', 'RemoveUserRole'], { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: z.array(OfficeRole),
  }),

  switchOn: operation({
    path: 'OfficeRole/SwitchOn',
    access: staff('AddUserRole', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, roleId: Id }),
    output: Done,
    writes: true,
  }),

  /** Refused while people have the role, unless `takeFromHolders` confirms that it is taken from all of them. */
  switchOff: operation({
    path: 'OfficeRole/SwitchOff',
    access: staff('RemoveUserRole', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, roleId: Id, takeFromHolders: optional(Bool) }),
    output: Done,
    writes: true,
  }),
}
