import type { feeSettings } from '#contract/money/fees/settings.ts'
import type { OutputOf } from '#contract/language/operation.ts'

export type ShownFeeSettings = OutputOf<typeof feeSettings.get>

/** What every part of the settings of fees gets. */
export type OfSetting = { schoolId: string; settings: ShownFeeSettings; manages: boolean }
