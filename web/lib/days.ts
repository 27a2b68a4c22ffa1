import { now } from './clock.ts'

/** A civil day, 'YYYY-MM-DD': a date on a calendar, not an instant. It has no zone and is never made from local midnight. */
export type CivilDay = string

const formats = new Map<string, Intl.DateTimeFormat>()

/** Kept, because creating a formatter takes several milliseconds on a slow phone, and a list needs the same one in every row. */
function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = JSON.stringify([language, options])
  const format = formats.get(name) ?? new Intl.DateTimeFormat(language, options)
  formats.set(name, format)
  return format
}

/** Today's civil day in a school's time zone, such as 'Africa/Cairo'. */
export const todayIn = (timeZone: string, at = now()): CivilDay => {
  const parts = formatOf('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const part = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}`
}

/** The time zone of the device; read anew each time, because a phone travels. */
export const zoneOfDevice = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Today's civil day by the clock of the device, for a choice that belongs to no school yet. */
export const todayOfDevice = (): CivilDay => todayIn(zoneOfDevice())

/** The civil day of an instant by the clock of the device. */
export const dayOfDevice = (instant: string): CivilDay => todayIn(zoneOfDevice(), new Date(instant))

/** '2026-11-02' → '2026/11/02', in both languages. */
export const shownDay = (day: CivilDay) => day.replaceAll('-', '/')

/** '2026-11-02' → '11/02': month and day, where the year is known. */
export const shortDay = (day: CivilDay) => day.slice(5).replace('-', '/')

/** The weekday's name in the language: 'Monday', 'الاثنين'. */
export const weekdayName = (day: CivilDay, language: string, width: 'long' | 'short' | 'narrow' = 'long') =>
  formatOf(language, { weekday: width, timeZone: 'UTC' }).format(utc(day))

/** The month's name in the language: 'November', 'نوفمبر'. */
export const nameOfMonth = (day: CivilDay, language: string) =>
  formatOf(`${language}-u-ca-gregory`, { month: 'long', timeZone: 'UTC' }).format(utc(day))

/** 'Sunday 22 November', 'الأحد 22 نوفمبر'; with the year if `year` is set. */
export const namedDay = (day: CivilDay, language: string, { year = false } = {}) => {
  const [years, , date] = day.split('-').map(Number)
  const words = [weekdayName(day, language), date, nameOfMonth(day, language), ...(year ? [years] : [])]
  return words.join(' ')
}

/** Whether a text is a day of the calendar, as the contract writes it. */
export const isCivilDay = (text: string): text is CivilDay =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** The day that an address names. Any other text names none. */
export function dayInAddress(query: URLSearchParams, name: string): CivilDay | null {
  const text = query.get(name) ?? ''
  return isCivilDay(text) ? text : null
}

/** '4 February 2000', '4 فبراير 2000'; without the year where it is not known. */
export const dayInWords = (
  { day, month, year }: { day: number; month: number; year: number | null },
  language: string,
) =>
  formatOf(`${language}-u-nu-latn-ca-gregory`, {
    day: 'numeric',
    month: 'long',
    ...(year !== null && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(Date.UTC(year ?? 2000, month - 1, day, 12)))

/** The day that many days later; earlier with a negative number. */
export const dayAfter = (day: CivilDay, days = 1): CivilDay =>
  new Date(utc(day).getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** The first day of the week that contains the day: a Saturday in Arabic, a Sunday in English. */
export const weekStart = (day: CivilDay, language: string): CivilDay => {
  const first = firstWeekday(language)
  return dayAfter(day, -((utc(day).getUTCDay() - first + 7) % 7))
}

/** 0 is Sunday, 6 is Saturday. */
export const firstWeekday = (language: string) => (language.startsWith('ar') ? 6 : 0)

/** Noon of that day in UTC, to be formatted by Intl with timeZone UTC only; noon, so that no rounding can change the day. */
const utc = (day: CivilDay) => new Date(`${day}T12:00:00Z`)
