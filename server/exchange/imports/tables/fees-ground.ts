import { conflict } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { feeItemsOf, feeSettingsOf } from '#server/money/fees/settings.queries.ts'

/** What amounts and items are read with. `dueHeading`: the heading of the column of what is due. Throws 409 for a school that has not begun with fees. */
export async function feesGround(db: Db, schoolId: string, dueHeading = '') {
  const settings = await feeSettingsOf(db, schoolId)
  if (!settings) throw conflict('Choose the currency of fees in the settings first')
  return { decimals: settings.decimals, items: await feeItemsOf(db, schoolId), dueHeading: dueHeading.trim() || '-' }
}
