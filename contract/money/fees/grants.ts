import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Family } from './families.ts'

const manages = staff('ManageFees', { school: 'schoolId' }, 'wholeSchool')
const Reason = Text(3, 300)

/** Further operations (api.md §16): reductions of one child, and what is no longer owed by one who left. */
export const feeGrants = {
  /** Gives a child a reduction in a year and posts it on what is still owed; above the limit of the school it is proposed. */
  grant: operation({
    path: 'Fee/GrantReduction',
    access: manages,
    input: z.strictObject({ schoolId: Id, studentId: Id, yearId: Id, reductionId: Id, reason: Reason }),
    output: Family,
    writes: true,
  }),

  /** Ends a reduction for what is charged from now on; what was posted stays. */
  endGrant: operation({
    path: 'Fee/EndReduction',
    access: manages,
    input: z.strictObject({ schoolId: Id, grantId: Id }),
    output: Family,
    writes: true,
  }),

  /** Reverses the open parts of a child who left that are due after the last day. */
  endLeft: operation({
    path: 'Fee/ReverseAfterLeaving',
    access: manages,
    input: z.strictObject({ schoolId: Id, studentId: Id, reason: Reason }),
    output: Family,
    writes: true,
  }),
}
