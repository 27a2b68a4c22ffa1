import type * as z from 'zod/mini'
import { isDay } from '#contract/language/fields.ts'
import { innermost } from '#contract/language/wire-names.ts'

/** The time zone of days that belong to no school (api.md §5). */
export const homeZone = 'Africa/Cairo'

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The civil day `YYYY-MM-DD` on which an instant falls in a time zone. */
export const civilDay = (instant: Date, timeZone: string) => formatter(timeZone).format(instant)

/** `YYYY-MM-DD HH:mm` by the clock of a time zone. */
export function momentIn(instant: string, timeZone: string) {
  const at = new Date(instant)
  return `${civilDay(at, timeZone)} ${clock(timeZone).format(at)}`
}

/** English name of a civil day. */
export const weekDayOf = (day: string) => names[new Date(`${day}T00:00:00Z`).getUTCDay()] as string

/** The civil day `days` after (or before) another. */
export function daysFrom(day: string, days: number) {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** How many days one civil day lies after another. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/**
 * The input with every `Day` that came as an instant filed under the civil day it falls on. A browser's local midnight
 * in Cairo is the day before in UTC, so this waits until the school, and with it the time zone, is known (api.md §7).
 */
export function withCivilDays<T>(schema: z.ZodMiniType, value: T, timeZone: string): T {
  const inner = innermost(schema)
  if (isDay(inner)) return filed(value, timeZone) as T

  const def = inner._zod.def as { type: string; element?: z.ZodMiniType; shape?: Record<string, z.ZodMiniType> }
  if (def.element && Array.isArray(value)) return value.map((one) => withCivilDays(def.element!, one, timeZone)) as T
  if (!def.shape || typeof value !== 'object' || value === null) return value

  const row = { ...value } as Record<string, unknown>
  for (const [name, field] of Object.entries(def.shape))
    if (name in row) row[name] = withCivilDays(field, row[name], timeZone)
  return row as T
}

const filed = (value: unknown, timeZone: string) =>
  typeof value === 'string' && value.includes('T') ? civilDay(new Date(value), timeZone) : value

/** Kept, because creating a formatter costs more than using it a thousand times. */
function inZones(locale: string, options: Intl.DateTimeFormatOptions) {
  const known = new Map<string, Intl.DateTimeFormat>()
  return (timeZone: string) => {
    const one = known.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    known.set(timeZone, one)
    return one
  }
}

const formatter = inZones('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const clock = inZones('en-GB', { hour: '2-digit', minute: '2-digit' })
