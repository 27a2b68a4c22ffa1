import type { Clock } from '#server/base/clock.ts'
import { civilDay, homeZone } from '#server/base/days.ts'

/**
 * The clock of the tests. They always run on the same day: a Wednesday in the middle of a term and of a month. TEST_DAY sets another
 * one, as a day or as an instant (bin/days.mjs). From there time passes as usual, so that durations need no special care.
 */
const usualDay = '2026-11-18'
const day = process.env.TEST_DAY || usualDay

/** If no hour is given, it is ten in the morning in Cairo, or eleven in summer, so that no run lasts until midnight. */
const start = Date.parse(day.includes('T') ? day : `${day}T08:00:00Z`)
if (Number.isNaN(start)) throw new Error(`TEST_DAY must be such as 2026-12-31 or 2026-10-29T20:50Z, not "${day}"`)

// All processes of a run share one clock: later ones inherit the offset that the first one computed.
process.env.TEST_CLOCK_AHEAD ??= String(start - Date.now())

/** The offset of the tests' clock from the machine's, in milliseconds. */
export const ahead = Number(process.env.TEST_CLOCK_AHEAD)

export const clock: Clock = { now: () => new Date(Date.now() + ahead) }

/** Now in milliseconds, as the product reads it. */
export const now = () => clock.now().getTime()

/** The civil day of the tests in Cairo, where the schools of the world are. */
export const today = civilDay(clock.now(), homeZone)

/** Whether the tests run on the day on which their figures were reviewed. */
export const isUsualDay = day === usualDay
