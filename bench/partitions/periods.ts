import { auditPeriods } from './audit.ts'
import type { Periods } from './both.ts'
import { formerPeriods } from './former.ts'
import { inboxPeriods } from './inbox.ts'
import { results } from './results.ts'

/**
 * Three kinds of tables: results, which are never deleted; rows that the product deletes after some time; and former values,
 * which it does not delete.
 */
export async function periods(given: Periods) {
  await results(given)
  await inboxPeriods(given)
  await auditPeriods(given)
  await formerPeriods(given)
}
