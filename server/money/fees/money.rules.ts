import { exact, fitsCurrency } from '#contract/money/fees/amounts.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { feeSettingsOf } from './settings.queries.ts'

/** Refuses an amount with decimals that the currency does not have. */
export function mustFit(amount: string, decimals: number, field: string) {
  if (!fitsCurrency(exact(amount), decimals))
    throw invalid(decimals === 3 ? 'At most 3 decimals' : 'At most 2 decimals', field)
}

/** The settings of a school that has begun with fees. */
export async function settingsWanted(db: Db, schoolId: string) {
  const settings = await feeSettingsOf(db, schoolId)
  if (!settings) throw conflict('Choose the currency in the settings of fees first')
  return settings
}
