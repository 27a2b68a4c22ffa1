import type { dayOrders } from '#contract/exchange/imports/import-shapes.ts'
import { dayOfHijri, numbersOfHijri } from '#contract/exchange/imports/hijri-dates.ts'
import { numbersOfDate, plainDate } from '#contract/exchange/imports/written-dates.ts'
import { monthNamed } from './month-names.ts'
import { plainDigits } from '#contract/language/text.ts'

/** Which part comes first in dates such as 4/2/2000; countries differ. */
export type DayOrder = (typeof dayOrders)[number]

/**
 * The order in which the dates of a column are written. `dayExample`: a date that proves it, as written in a cell. `hijriExample`: one of the
 * Hijri calendar, if the column has any.
 */
export type DatesOfColumn = { dayOrder: DayOrder | null; dayExample: string | null; hijriExample: string | null }

/**
 * The order in which all dates of a column are written: one number above 12 decides for all. Null if none decides or two contradict each
 * other. The example is then a date that can be read in both ways, or null if there is none.
 */
export function datesIn(cells: Iterable<string>): DatesOfColumn {
  let dayFirst = false
  let monthFirst = false
  let both: string | null = null
  let either: string | null = null
  let hijriExample: string | null = null
  for (const cell of cells) {
    if (numbersOfHijri(cell)) {
      hijriExample ??= cell
      continue
    }
    const parts = numbersOfDate(cell)
    if (!parts) continue
    const { first, second } = parts
    either ??= cell
    if (first > 12) dayFirst = true
    else if (second > 12) monthFirst = true
    else if (first !== second) both ??= cell
  }
  if (dayFirst === monthFirst) return { dayOrder: null, dayExample: both, hijriExample }
  return { dayOrder: dayFirst ? 'dayFirst' : 'monthFirst', dayExample: both ?? either, hijriExample }
}

/**
 * A day as people and spreadsheets write it: 2015-06-15, 15/6/2015, 15.6.15, Excel's number of days, or a date of the Hijri calendar, in any
 * digits. `unsure` if day and month could be swapped; null for anything else.
 */
export function dayIn(text: string, { order, today }: { order: DayOrder | null; today: string }) {
  const plain = plainDigits(text).trim()
  const [, serial] = /^(\d{5})(?:\.\d+)?$/.exec(plain) ?? []
  if (serial) return isoDay(new Date(Date.UTC(1899, 11, 30 + Number(serial))))

  const inWords = dayInWords(plain, today)
  if (inWords) return dayOfNumbers(...inWords)

  const hijri = numbersOfHijri(text)
  if (hijri) return dayOfHijri(hijri)

  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plainDate(text)) ?? []
  if (year) return dayOfNumbers(Number(year), Number(month), Number(day))

  const parts = numbersOfDate(text)
  if (!parts) return null
  const { first, second } = parts
  const of = order ?? orderIn(first, second)
  if (!of) return 'unsure'
  const fullYear = parts.year.length === 4 ? Number(parts.year) : centuryOf(Number(parts.year), today)
  if (fullYear === null) return null
  return of === 'dayFirst' ? dayOfNumbers(fullYear, second, first) : dayOfNumbers(fullYear, first, second)
}

/**
 * The day of a birth date whose year has two digits and no sign of a calendar, where 14.. may be meant: in a column of Hijri dates it is one,
 * unless it may be of this century. `twoCalendars` where nothing decides; `undefined` where it can only be civil.
 */
export function shortHijriDay(text: string, { hasHijri, today }: { hasHijri: boolean; today: string }) {
  const parts = numbersOfDate(text)
  if (parts?.year.length !== 2 || /م\.?$/.test(text.trim())) return undefined
  const hijri = numbersOfHijri(`${plainDate(text)} هـ`)
  const day = hijri && dayOfHijri(hijri)
  const isOfThisCentury = 2000 + Number(parts.year) <= Number(today.slice(0, 4))
  if (isOfThisCentury ? !hasHijri : !day || day > today) return undefined
  return hasHijri && !isOfThisCentury ? day : 'twoCalendars'
}

/** A day with its month as a word, such as 7 مايو 2016, 7-May-16 or May 7, 2016. */
function dayInWords(text: string, today: string): [year: number, month: number, day: number] | null {
  const [, before, word, after, year] =
    /^(\d{1,2})?[\s\-/,]*(\p{L}{3,9})\.?[\s\-/,]*(?:(\d{1,2})(?=[\s,\-/]))?[\s\-/,]*(\d{4}|\d{2})$/u.exec(text) ?? []
  const month = word === undefined ? 0 : monthNamed(word)
  const day = before ?? after
  const fullYear = year?.length === 2 ? centuryOf(Number(year), today) : Number(year)
  return month > 0 && day !== undefined && fullYear !== null ? [fullYear, month, Number(day)] : null
}

/** The order that two numbers of a date can only have; null where either may be the day. */
function orderIn(first: number, second: number) {
  if (first > 12 || first === second) return 'dayFirst'
  return second > 12 ? 'monthFirst' : null
}

/** No pupil is this old, so a birth year with two digits fits at most one century. */
const oldestPupil = 80

function centuryOf(year: number, today: string) {
  const now = Number(today.slice(0, 4))
  return [2000 + year, 1900 + year].find((full) => full <= now && full >= now - oldestPupil) ?? null
}

/** The day of these numbers as ISO, from 1900 on; null if there is no such day. */
export function dayOfNumbers(year: number, month: number, day: number) {
  const date = new Date(Date.UTC(year, month - 1, day))
  const same = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return same && year >= 1900 ? isoDay(date) : null
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10)
