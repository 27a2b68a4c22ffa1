import type { Clock } from '#server/clock.ts'
import { civilDay, homeZone } from '#server/days.ts'

/**
 * The clock of the tests. They run on one named day wherever and whenever they run: a Wednesday in the middle of a term,
 * in the middle of a month. TEST_DAY names another, as a day or as an instant (bin/days.mjs). Time passes as usual from
 * there, so that what is measured in seconds needs no care.
 */
const usualDay = '2026-11-18'
const day = process.env.TEST_DAY || usualDay

/** On a day without an hour it is ten in the morning in Cairo, or eleven in summer: no run reaches midnight. */
const start = Date.parse(day.includes('T') ? day : `${day}T08:00:00Z`)
if (Number.isNaN(start)) throw new Error(`TEST_DAY must be such as 2026-12-31 or 2026-10-29T20:50Z, not "${day}"`)

// Processes of one run share one clock: those that are started later inherit what the first one worked out.
process.env.TEST_CLOCK_AHEAD ??= String(start - Date.now())

/** The difference in milliseconds between the clock of the tests and the machine's. */
export const ahead = Number(process.env.TEST_CLOCK_AHEAD)

export const clock: Clock = { now: () => new Date(Date.now() + ahead) }

/** Now in milliseconds, as the product reads it. */
export const now = () => clock.now().getTime()

/** The civil day of the tests in Cairo, where the schools of the world are. */
export const today = civilDay(clock.now(), homeZone)

/** Whether the tests run on the day on which their figures were reviewed. */
export const isUsualDay = day === usualDay
