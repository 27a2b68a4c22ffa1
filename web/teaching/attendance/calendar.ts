import { type CivilDay, dayAfter, weekStart } from '#web/lib/days.ts'

/** A month as 'YYYY-MM'. */
export type Month = string

/** The month a day lies in. */
export const monthOf = (day: CivilDay): Month => day.slice(0, 7)

/** So many months later; earlier with a negative number. */
export function monthAfter(month: Month, months = 1): Month {
  const [year = 0, nth = 0] = month.split('-').map(Number)
  const all = year * 12 + nth - 1 + months
  return `${String(Math.floor(all / 12)).padStart(4, '0')}-${String((all % 12) + 1).padStart(2, '0')}`
}

/** A month's first and last day. */
export const bounds = (month: Month): { first: CivilDay; last: CivilDay } => ({
  first: `${month}-01`,
  last: dayAfter(`${monthAfter(month)}-01`, -1),
})

/** The days of a school year that have come; `first` null where nothing lies before it. */
export type Term = { first: CivilDay | null; last: CivilDay }

export const termOf = (
  year: { firstDay: CivilDay | null; lastDay: CivilDay | null } | undefined,
  today: CivilDay,
): Term => ({
  first: year?.firstDay ?? null,
  last: year?.lastDay && year.lastDay < today ? year.lastDay : today,
})

export const isInTerm = ({ first, last }: Term, day: CivilDay) => (first === null || day >= first) && day <= last

/** The month asked for if it is one of the term, else its last. */
export function monthIn({ first, last }: Term, month: Month): Month {
  const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(month)
  return isMonth && month <= monthOf(last) && (first === null || month >= monthOf(first)) ? month : monthOf(last)
}

/** A month's days in whole weeks, which begin as the language's do; null for the days of other months. */
export function weeksOf(month: Month, language: string): (CivilDay | null)[][] {
  const { first, last } = bounds(month)
  const weeks: (CivilDay | null)[][] = []
  for (let start = weekStart(first, language); start <= last; start = dayAfter(start, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, nth) => dayAfter(start, nth)).map((day) => (monthOf(day) === month ? day : null)),
    )
  return weeks
}

/** 'November 2026', 'نوفمبر 2026'. */
export const monthName = (month: Month, language: string) =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00Z`),
  )
