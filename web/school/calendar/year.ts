import type { calendar, DayKind } from '#contract/school/calendar/calendar.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { type CivilDay, dayAfter, nameOfMonth } from '#web/lib/days.ts'

export type CalendarYear = OutputOf<typeof calendar.year>
export type CalendarEntry = CalendarYear['days'][number]

/** An entry in its form. A new one has no id. */
export type Entry = Partial<CalendarEntry> & { fromDay: string; toDay: string }

/** What was opened for a year: an entry, or the calendars of ministries. */
export type Opened = { year: CalendarYear; entry: Entry | null }

/**
 * The year on which the change of an opened entry is based. A stored entry is based on what was read at that time, so that
 * changes of other people are not overwritten. A new entry overwrites nothing, so it is based on what is stored now.
 */
export const yearUnder = ({ year, entry }: Opened, now: CalendarYear) => (entry?.id ? year : now)

export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const weekdayOf = (day: CivilDay) => new Date(`${day}T12:00:00Z`).getUTCDay()

/** A day of the whole school: its entry, if it has one, and whether the school is open. */
export type DayLook = { kind: DayKind | null; names: string[]; isOpen: boolean }

/** The entries that contain a day; those of the whole school come first. */
const entriesOn = ({ days }: Pick<CalendarYear, 'days'>, day: CivilDay) =>
  days
    .filter(({ fromDay, toDay }) => fromDay <= day && day <= toDay)
    .toSorted((one, other) => Number(one.gradeIds !== null) - Number(other.gradeIds !== null))

export function lookOf(year: Pick<CalendarYear, 'days' | 'terms' | 'openWeekdays'>, day: CivilDay): DayLook {
  const entries = entriesOn(year, day)
  const isHoliday = entries.some(({ kind, gradeIds }) => kind === 'holiday' && gradeIds === null)
  const inTerm =
    year.terms.length === 0 || year.terms.some(({ startDate, endDate }) => startDate <= day && day <= endDate)
  const isWeekday = year.openWeekdays.includes(weekdayNames[weekdayOf(day)]!)
  return {
    kind: isHoliday ? 'holiday' : (entries[0]?.kind ?? null),
    names: entries.map(({ name }) => name),
    isOpen: !isHoliday && inTerm && isWeekday,
  }
}

/** The first days of the months between two days. */
export function monthsFrom(firstDay: CivilDay, lastDay: CivilDay): CivilDay[] {
  const months: CivilDay[] = []
  for (let month = `${firstDay.slice(0, 7)}-01`; month <= lastDay; month = `${dayAfter(month, 31).slice(0, 7)}-01`)
    months.push(month)
  return months
}

/** The days of a month in rows of seven. Null: the place belongs to another month. */
export function daysOfMonth(month: CivilDay, firstWeekday: number): (CivilDay | null)[] {
  const before = (weekdayOf(month) - firstWeekday + 7) % 7
  const days: (CivilDay | null)[] = Array.from({ length: before }, () => null)
  for (let day = month; day.startsWith(month.slice(0, 7)); day = dayAfter(day)) days.push(day)
  return days
}

/** 'November 2026'. */
export const captionOf = (month: CivilDay, language: string) => `${nameOfMonth(month, language)} ${month.slice(0, 4)}`

/** A day in the Umm al-Qura calendar: '12 Jumada II 1448'. Without a day, only the month. */
export const hijriDay = (day: CivilDay, language: string, { month = false } = {}) =>
  new Intl.DateTimeFormat(`${language}-u-ca-islamic-umalqura-nu-latn`, {
    ...(!month && { day: 'numeric' }),
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`))

/** The months of the Hijri calendar that overlap a month. */
export function hijriOfMonth(month: CivilDay, language: string) {
  const last = dayAfter(`${dayAfter(month, 31).slice(0, 7)}-01`, -1)
  return [...new Set([hijriDay(month, language, { month: true }), hijriDay(last, language, { month: true })])].join(
    ' – ',
  )
}

/** The days between two days, in either order. */
export const ordered = (one: CivilDay, other: CivilDay): [CivilDay, CivilDay] =>
  one <= other ? [one, other] : [other, one]
