import { dayIn, type DayOrder } from '#server/exchange/imports/read/dates.ts'
import { brokenBy } from '#server/exchange/imports/read/broken-cells.ts'
import { forbiddenText, type RowCells, textIn } from '#server/exchange/imports/read/row-cells.ts'
import type { RowPlan } from '#server/exchange/imports/tables/plans.queries.ts'
import { dayOfHeading, monthIn, orderOfHeadings } from './day-columns.ts'
import { letterIn, meaningOfWord } from './day-words.ts'
import type { AttendanceOf, DayState, PlannedDay } from './days.queries.ts'

type Column = { position: number; meaning: string | null; heading: string }

/** What attendance is read with: the month, the meanings of letters, and the columns of days. */
export type DaysReading = {
  month: string | null
  order: DayOrder
  columns: readonly Column[]
  meaningOf: (key: string) => DayState | null
}

export function readingOfDays({ month, words }: AttendanceOf, all: readonly Column[]): DaysReading {
  const columns = all.filter(({ meaning }) => meaning === 'attendOfDay')
  const said = new Map(words.map(({ word, state }) => [letterIn(word).key, state]))
  return {
    month,
    columns,
    order: orderOfHeadings(columns.map(({ heading }) => heading)),
    meaningOf: (key) => (said.has(key) ? said.get(key)! : meaningOfWord(key).state),
  }
}

type Dated = { dayOrder: DayOrder | null; today: string }

/** The days of a row: of each column that is a day, or the one that the row itself is about. */
export function daysIn(row: RowCells, reading: DaysReading, dated: Dated): RowPlan {
  const ofColumns = reading.columns.length > 0 ? columnsIn(row, reading, dated) : []
  const own = row.at('attendDay') === null ? [] : dayOfRow(row, reading, dated)
  const days = [...own, ...ofColumns]
  return { title: null, words: [], days }
}

/** The day of a row in a list. Where the list has no states, one state is said for all of its rows. */
function dayOfRow(row: RowCells, reading: DaysReading, { dayOrder: order, today }: Dated): PlannedDay[] {
  if (!row.says('attendDay')) {
    row.fault('attendDay', 'Required')
    return []
  }
  const read = (text: string) => dayIn(text, { order, today })
  const date = row.value(
    'attendDay',
    (text) => {
      const day = read(text)
      return day === 'unsure' ? null : day
    },
    (text) => (read(text) === 'unsure' ? 'Choose whether the day or the month stands first' : 'Invalid date'),
  )
  const at = row.at('attendState')
  const found = stateAt(row, at, reading)
  if (at !== null && row.raw(at) === '') row.fault('attendState', 'Required')
  const own = row.value('attendMinutes', minutesIn, 'Write the minutes as a number up to 600')
  const note = textIn(row, 'attendNote', 1, 500)
  if (date === null || !found) return []
  const minutes = found.state === 'late' ? (own ?? found.minutes) : null
  return [{ at, dayAt: row.at('attendDay'), date, state: found.state, minutes, note, blank: false }]
}

function minutesIn(cell: string) {
  const { key, minutes } = letterIn(cell)
  const number = minutes ?? (/^\d{1,3}$/.test(key) ? Number(key) : null)
  return number !== null && number <= 600 ? number : null
}

function columnsIn(row: RowCells, reading: DaysReading, { today }: Dated): PlannedDay[] {
  const month = row.says('attendMonth') ? monthIn(row.text('attendMonth'), today) : reading.month
  return reading.columns.flatMap(({ position: at, heading }) => {
    const date = dayOfHeading(heading, { month, order: reading.order, today })
    const blank = row.raw(at) === ''
    const found = stateAt(row, at, reading)
    if (!found) return []
    if (date === null) {
      const reason = month === null ? 'Say of which month these days are' : 'This month has no such day'
      if (!blank) row.faultAt(at, reason)
      return []
    }
    const minutes = found.state === 'late' ? found.minutes : null
    return [{ at, dayAt: at, date, state: found.state, minutes, note: null, blank }]
  })
}

/** What a cell says; null for nothing, and for a letter of which nobody has said what it means. */
function stateAt(row: RowCells, at: number | null, { meaningOf }: DaysReading) {
  const cell = at === null ? '' : row.raw(at)
  const broken = brokenBy(cell) ?? (cell.includes('\ufffd') ? forbiddenText : null)
  const { key, minutes } = letterIn(cell)
  const state = broken === null ? meaningOf(key) : null
  if (state === 'nothing') return null
  if (state !== null) return { state, minutes: minutes !== null && minutes <= 600 ? minutes : null }
  if (cell !== '') row.faultAt(at, broken ?? 'Nobody has said what this letter means; choose it at the columns')
  return null
}

/** The days as they are shown: those on which the student was not there, and on how many days they were. */
export function wordsOfDays(days: readonly PlannedDay[]) {
  const shown = days.length === 1 ? days : days.filter(({ state }) => state !== 'present')
  const there = days.length - shown.length
  return [
    ...shown.map(({ date, state, minutes }) => ({
      field: 'attendOfDay',
      name: date,
      value: minutes === null ? state : `${state} ${minutes}`,
    })),
    ...(there > 0 ? [{ field: 'attendOfDay', name: null, value: String(there) }] : []),
  ]
}
