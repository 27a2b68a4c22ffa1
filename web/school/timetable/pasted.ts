import { asciiDigits } from '#contract/language/text.ts'
import { fold } from '#web/lib/text.ts'
import { weekdayName } from '#web/lib/days.ts'

export type PastedRow = {
  className: string
  weekday: string
  number: number
  courseName: string
  teacherName?: string
  roomName?: string
}

/** Sunday is 1 November 2026. */
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((name, nth) => ({
  name,
  words: ['en', 'ar'].flatMap((language) => {
    const day = `2026-11-0${nth + 1}`
    const long = fold(weekdayName(day, language))
    return [long, long.replace(/^ال/, ''), fold(weekdayName(day, language, 'short'))]
  }),
}))

const weekdayOf = (text: string) => {
  const wanted = fold(text.replace(/^يوم\s+/, ''))
  return weekdays.find(({ words }) => words.includes(wanted) || words.includes(wanted.replace(/^ال/, '')))?.name
}

/**
 * The rows of a pasted table with the columns class, day, number, course, teacher and room, in this order; the last two may be missing. Lines
 * without a day and a number, such as headings, are counted in `unread`.
 */
export function readPastedWeek(text: string): { rows: PastedRow[]; unread: number } {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const rows = lines.flatMap((line) => {
    const cells = line.split(line.includes('\t') ? '\t' : /[,;،]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    const [className = '', day = '', digits = '', courseName = '', teacherName = '', roomName = ''] = cells
    const [weekday, number] = [weekdayOf(day), Number(asciiDigits(digits))]
    if (!className || !weekday || !courseName || !Number.isInteger(number) || number < 1 || number > 20) return []
    return [
      { className, weekday, number, courseName, ...(teacherName && { teacherName }), ...(roomName && { roomName }) },
    ]
  })
  return { rows, unread: lines.length - rows.length }
}
