import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Bool, Id, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

const ofPlan = {
  schoolId: Id,
  yearId: Id,
  gradeId: Id,
  /** Whether students who joined during the year pay only the parts from their first month on. */
  fromMonth: Bool,
}

/** What charging would do now. `hash` names exactly this; charging with it does this or nothing. */
const PlannedCharge = z.object({
  planVersion: z.number(),
  /** Students who get a charge; `same`: who have all charges of the plan already; `late`: of whom some parts are left out. */
  students: z.number(),
  same: z.number(),
  late: z.number(),
  items: z.array(z.object({ itemId: z.string(), name: z.string(), students: z.number(), amount: z.string() })),
  reductions: z.array(
    z.object({ reductionId: z.string(), name: z.string(), students: z.number(), amount: z.string() }),
  ),
  total: z.string(),
  hash: z.string(),
})

const manages = staff('ManageFees', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): charging a grade for a year. */
export const feeCharging = {
  plan: operation({
    path: 'Fee/PlanCharges',
    access: manages,
    input: z.strictObject(ofPlan),
    output: PlannedCharge,
  }),

  /** All of it or nothing. A student without a family gets one of their own. */
  charge: operation({
    path: 'Fee/Charge',
    access: manages,
    input: z.strictObject({ ...ofPlan, hash: Text(64, 64) }),
    output: Done,
    writes: true,
    lasts: 60_000,
  }),

  /** Reverses the charges of a grade in a year of which nothing was paid; the others stay. */
  undo: operation({
    path: 'Fee/UndoCharge',
    access: manages,
    input: z.strictObject({ schoolId: Id, yearId: Id, gradeId: Id }),
    output: z.extend(Done, { stayed: z.number() }),
    writes: true,
    lasts: 60_000,
  }),
}
