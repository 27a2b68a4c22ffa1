import { dayOfHijri } from '#contract/exchange/imports/hijri-dates.ts'
import { fold } from '#contract/language/fold.ts'
import { asciiDigits } from '#contract/language/text.ts'
import { type DayOrder, dayIn, datesIn, dayOfNumbers } from '#server/exchange/imports/read/dates.ts'
import type { Recognised } from '#server/exchange/imports/read/headings.ts'
import { monthNamed } from '#server/exchange/imports/read/month-names.ts'
import { type Headed, sheetHeading } from '#server/exchange/imports/read/sheets.ts'

/** A day of a heading without its weekday: «الأحد / 1» and "Sun 1" are 1. */
const dayPart = (heading: string) =>
  asciiDigits(heading)
    .replace(weekday, ' ')
    .replace(/^[\s/\-–]+|[\s/\-–]+$/g, '')

const weekday =
  /(?:^|\s)\(?(?:(?:يوم )?ال(?:سبت|أحد|احد|إثنين|اثنين|ثلاثاء|أربعاء|اربعاء|خميس|جمعة|جمعه)|(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?)\)?[.,]?(?=\s|\d|$)/giu

const isWeekday = (cell: string) =>
  (cell.trim() !== '' && cell.replace(weekday, '').trim() === '') || letters.has(fold(cell))
const letters = new Set(
  ['ح', 'ن', 'ث', 'ر', 'خ', 'ج', 'س', 'احد', 'اثنين', 'ثلاثاء', 'اربعاء', 'خميس', 'جمعه', 'سبت'].map(fold),
)

/** The number of a day of a month; null for anything else. */
function numberOfDay(text: string) {
  const [, number] = /^(?:day |يوم )?(\d{1,2})$/i.exec(text) ?? []
  return number && Number(number) >= 1 && Number(number) <= 31 ? Number(number) : null
}

/** Whether a heading is a day: a number of the month, a date, or day and month. */
const isDay = (heading: string) => {
  const text = dayPart(heading)
  return numberOfDay(text) !== null || isDate(text)
}

const isDate = (text: string) =>
  /^\d{1,2}[-/.]\d{1,2}$/.test(text) ||
  inWords(text) !== null ||
  (/\D/.test(text) && dayIn(text, { order: 'dayFirst', today: '2100-01-01' }) !== null)

/** Columns whose headings are days are those of these days; a sheet of each month has the month in its name. */
export function withDayColumns(found: readonly Recognised[], headings: readonly string[]): Recognised[] {
  // In a list with a row for each day, what is left are numbers of the other system.
  if (found.some((one) => one?.meaning === 'attendDay')) return [...found]
  const days = headings.map((heading, position) => !taken(found[position]) && isDay(heading))
  const several = days.filter(Boolean).length > 1
  return headings.map((heading, position) => {
    if (several && days[position]) return { meaning: 'attendOfDay', guess: 'exact' }
    return heading === sheetHeading ? { meaning: 'attendMonth', guess: 'near' } : (found[position] ?? null)
  })
}

const taken = (one: Recognised | undefined) => one?.meaning && one.guess === 'exact'

/** Many sheets have two rows of headings: weekdays above or below the numbers. They are no pupil's. */
export function withDayHeadings({ headings, below }: Headed): Headed {
  const [first, ...rest] = below
  if (!first) return { headings, below }
  const cells = first.cells.map((cell) => cell.trim())
  const filled = cells.flatMap((cell, position) => (cell === '' ? [] : [{ cell, position }]))
  const ofDays = filled.filter(({ cell }) => numberOfDay(asciiDigits(cell)) !== null || isDate(asciiDigits(cell)))
  const atWeekdays = filled.filter(
    ({ position }) => isWeekday(headings[position] ?? '') || !(headings[position] ?? '').trim(),
  )
  if (filled.length > 1 && filled.every(({ cell, position }) => isWeekday(cell) && isDay(headings[position] ?? '')))
    return { headings, below: rest }
  if (ofDays.length > 3 && ofDays.length === filled.length && atWeekdays.length === filled.length)
    return { headings: join(headings, cells), below: rest }
  return { headings, below }
}

const join = (headings: string[], cells: readonly string[]) =>
  Array.from({ length: Math.max(headings.length, cells.length) }, (_, at) => cells[at] || (headings[at] ?? ''))

/** A day with its month in words and without a year: "1-Nov", «نوفمبر / 1». */
function inWords(text: string) {
  const [, before, word, after] = /^(\d{1,2})?[\s/.-]*(\p{L}{3,9})[\s/.-]*(\d{1,2})?$/u.exec(text) ?? []
  const month = word === undefined ? 0 : monthNamed(word)
  const day = before ?? after
  return month > 0 && day !== undefined && !(before && after) ? { month, day: Number(day) } : null
}

/** The order of day and month in headings such as 5/11: the one that makes fewer months, as a sheet has one or two. */
export function orderOfHeadings(headings: readonly string[]): DayOrder {
  const dates = headings.map(dayPart)
  const { dayOrder } = datesIn(dates.map((text) => (/^\d{1,2}[-/.]\d{1,2}$/.test(text) ? `${text}/2000` : text)))
  if (dayOrder) return dayOrder
  const months = (order: DayOrder) =>
    new Set(dates.flatMap((text) => /^(\d{1,2})[-/.](\d{1,2})/.exec(text)?.[order === 'dayFirst' ? 2 : 1] ?? [])).size
  return months('monthFirst') < months('dayFirst') ? 'monthFirst' : 'dayFirst'
}

type ReadDays = { month: string | null; order: DayOrder; today: string }

/** The day of a heading. Where it names no month, that of the sheet counts; where no year, the last in which it is past. Null if none is known. */
export function dayOfHeading(heading: string, { month, order, today }: ReadDays): string | null {
  const text = dayPart(heading)
  const number = numberOfDay(text)
  if (number !== null) return month === null ? null : dayOfMonth(month, number)
  const [, first, second] = /^(\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? []
  if (first) {
    const [day, of] = order === 'dayFirst' ? [first, second!] : [second!, first]
    const year = Number(today.slice(0, 4))
    const found = [year, year - 1].map((one) => dayOfNumbers(one, Number(of), Number(day)))
    return found.find((one) => one !== null && one <= today) ?? found[0] ?? null
  }
  const named = inWords(text)
  if (named) return dayOfNumbers(Number(yearOf(named.month, today)), named.month, named.day)
  const day = dayIn(text, { order, today })
  return day === 'unsure' ? null : day
}

function dayOfMonth(month: string, day: number) {
  const [year, of] = month.split('-').map(Number) as [number, number]
  return year < 1600 ? dayOfHijri({ year, month: of, day }) : dayOfNumbers(year, of, day)
}

const hijriMonths =
  'محرم, صفر, ربيع الاول, ربيع الاخر, جمادي الاولي, جمادي الاخره, رجب, شعبان, رمضان, شوال, ذو القعده, ذو الحجه'
    .split(', ')
    .map((name) => fold(name))

/** The month of which a title, the name of a file or of a sheet speaks: «شهر نوفمبر 2026», 2026-11, "Nov". Without a year, the last one that has begun. */
export function monthIn(text: string, today: string): string | null {
  const plain = asciiDigits(text).replaceAll('_', ' ')
  const [, year, number] = /(?<!\d)((?:20|14)\d\d)[-/.](\d{1,2})(?![-/.]?\d)/.exec(plain) ?? []
  const [, before, after] = /(?<![-/.\d])(\d{1,2})[-/.]((?:20|14)\d\d)(?!\d)/.exec(plain) ?? []
  const named = monthOf(year ?? after, number ?? before)
  if (named) return named
  const words = fold(plain).split(/[^\p{L}]+/u)
  const civilMonth = words.map((word) => monthNamed(word)).find((one) => one > 0)
  const hijri = hijriMonths.findIndex((name) => ` ${words.join(' ')} `.includes(` ${name} `))
  const [yearSaid] = /(?<!\d)(?:20|14)\d\d(?!\d)(?!\s*[-/]\s*(?:20|14)\d\d)/.exec(plain) ?? []
  if (civilMonth !== undefined) {
    const saysOne = yearSaid?.startsWith('20') && !/(?:20)\d\d\s*[-/]\s*(?:20)?\d\d/.test(plain)
    return monthOf(saysOne ? yearSaid : yearOf(civilMonth, today), String(civilMonth))
  }
  return hijri < 0 || !yearSaid?.startsWith('14') ? null : monthOf(yearSaid, String(hijri + 1))
}

const monthOf = (year: string | undefined, month: string | undefined) =>
  year && month && Number(month) >= 1 && Number(month) <= 12 ? `${year}-${month.padStart(2, '0')}` : null

const yearOf = (month: number, today: string) =>
  String(Number(today.slice(0, 4)) - (month > Number(today.slice(5, 7)) ? 1 : 0))
