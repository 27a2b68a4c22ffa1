import { auditPeriods } from './audit.ts'
import type { Periods } from './both.ts'
import { formerPeriods } from './former.ts'
import { inboxPeriods } from './inbox.ts'
import { results } from './results.ts'

/** Results, from which nothing is erased, what the product erases after its time, and former values, from which it erases nothing. */
export async function periods(given: Periods) {
  await results(given)
  await inboxPeriods(given)
  await auditPeriods(given)
  await formerPeriods(given)
}
