import { fold } from '#contract/language/fold.ts'
import { asciiDigits } from '#contract/language/text.ts'

export type PastedRow = {
  className: string
  weekday: string
  number: number
  courseName: string
  teacherName?: string
  roomName?: string
}

/** Languages in which programs that plan weeks name the days. Short names are understood in the first two only. */
const languages = ['ar', 'en', 'fr', 'tr', 'fa', 'ur', 'id', 'ms', 'de', 'es', 'pt', 'it', 'pl', 'cs', 'sk', 'ru', 'uk']

/** Sunday is 1 November 2026. */
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((name, nth) => {
  const day = Date.UTC(2026, 10, nth + 1)
  const named = (language: string, weekday: 'long' | 'short') =>
    fold(new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(day))
  const long = languages.map((language) => named(language, 'long'))
  const first = long.map((word) => word.split('-')[0]!)
  return { name, words: [...long, ...first, bare(long[0]!), named('ar', 'short'), named('en', 'short')] }
})

function bare(word: string) {
  return word.replace(/^ال/, '')
}

/** The weekday that a text names; undefined if it names none. */
export function weekdayOf(text: string) {
  const wanted = fold(text.replace(/^يوم\s+/, '').replace(/\s*\(.*/, ''))
  return weekdays.find(({ words }) => words.includes(wanted) || words.includes(bare(wanted)))?.name
}

/** A row of a table with the columns class, day, number, course, teacher and room, in this order; the last two may be missing. */
export function rowOfCells(cells: readonly string[]): PastedRow | undefined {
  const [className = '', day = '', digits = '', courseName = '', teacherName = '', roomName = ''] = cells.map((cell) =>
    cell.trim(),
  )
  const [weekday, number] = [weekdayOf(day), Number(asciiDigits(digits))]
  if (!className || !weekday || !courseName || !Number.isInteger(number) || number < 1 || number > 20) return undefined
  return { className, weekday, number, courseName, ...(teacherName && { teacherName }), ...(roomName && { roomName }) }
}

/** The rows of a pasted table. Lines without a day and a number, such as headings, are counted in `unread`. */
export function readPastedWeek(text: string): { rows: PastedRow[]; unread: number } {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const rows = lines.flatMap((line) => {
    const cells = line.split(line.includes('\t') ? '\t' : /[,;،]/)
    return rowOfCells(cells.map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))) ?? []
  })
  return { rows, unread: lines.length - rows.length }
}
