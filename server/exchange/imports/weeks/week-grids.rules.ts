import { fold } from '#contract/language/fold.ts'
import { type PastedRow, weekdayOf } from '#contract/school/timetable/pasted.ts'
import { classIn, isOfClass } from '#server/exchange/imports/read/class-titles.ts'
import type { FileRow } from '#server/exchange/imports/read/read-file.ts'

/** Which columns of a grid are lessons of which day, which number, or both, and the column of the class if there is one. */
type Head = { days: Map<number, string>; numbers: Map<number, number>; classAt: number }

/**
 * The lessons of weeks that are drawn: days beside numbers, in either direction, a class above each or as the name of its sheet; or all classes
 * below each other, with days above numbers. A cell has the course, and the teacher and the room in lines of their own or behind it. `unnamed`:
 * lessons that stand below no class.
 */
export function rowsOfGrids(rows: readonly FileRow[], sheetName: string): { rows: PastedRow[]; unnamed: number } {
  const found: PastedRow[] = []
  let unnamed = 0
  let head: Head | null = null
  let className = /^(?:sheet|table|ورقة|جدول)\s*[\d٠-٩]*$/i.test(sheetName) ? '' : sheetName
  for (const { cells } of rows) {
    const title = titleOf(cells)
    const next: Head | null = headIn(cells, head)
    if (next) head = next
    else if (title && isOfClass(title, 'students')) className = classIn(title)
    else if (head) {
      const lessons = lessonsIn(cells, head, className)
      unnamed += lessons.filter((one) => one.className === '').length
      found.push(...lessons.filter((one) => one.className !== ''))
    }
  }
  return { rows: found, unnamed }
}

/** The text of a row that has no other; merged cells repeat it. */
function titleOf(cells: readonly string[]) {
  const texts = new Set(cells.filter(Boolean))
  return texts.size === 1 ? [...texts][0] : undefined
}

/** A row of headings: at least three days, or at least three numbers that begin with the first. `above`: days over several numbers each. */
function headIn(cells: readonly string[], above: Head | null): Head | null {
  const days = placesOf(cells, weekdayOf)
  const numbers = placesOf(cells, numberOf)
  const classAt = cells.findIndex((cell) => /^(?:ال)?(?:فصل|صف|شعبه)$|^class(?:room)?$/.test(fold(cell)))
  if (new Set(days.values()).size >= 3) return { days, numbers: new Map(), classAt }
  if (numbers.size < 3 || [...numbers.values()][0]! > 1) return null
  const isBelowDays = above !== null && numbers.size > new Set(above.days.values()).size && above.days.size > 0
  if (!isBelowDays) return new Set(numbers.values()).size < 3 ? null : { days: new Map(), numbers, classAt }
  const first = Math.min(...above.days.keys())
  const dayAt = (column: number) => [...above.days].findLast(([at]) => at <= column)?.[1]
  const inDays = [...numbers].filter(([column]) => column >= first)
  return {
    days: new Map(inDays.map(([column]) => [column, dayAt(column)!])),
    numbers: new Map(inDays),
    classAt: classAt === -1 ? above.classAt : classAt,
  }
}

const placesOf = <T>(cells: readonly string[], read: (cell: string) => T | undefined) =>
  new Map(
    cells.flatMap((cell, at) => {
      const value = cell === '' ? undefined : read(cell)
      return value === undefined ? [] : [[at, value] as const]
    }),
  )

function lessonsIn(cells: readonly string[], { days, numbers, classAt }: Head, title: string): PastedRow[] {
  const beside = cells.filter((cell, at) => cell !== '' && !days.has(at) && !numbers.has(at))
  const isWhole = days.size > 0 && numbers.size > 0
  const named = cells[classAt] || (isWhole ? beside[0] : undefined)
  const day = beside.map(weekdayOf).find((one) => one !== undefined)
  const number = beside.map(numberOf).find((one) => one !== undefined)
  return [...new Set([...days.keys(), ...numbers.keys()])].flatMap((at) => {
    const [weekday, nth, lesson] = [days.get(at) ?? day, numbers.get(at) ?? number, lessonOf(cells[at] ?? '')]
    if (weekday === undefined || nth === undefined || !lesson) return []
    return [{ className: named ?? title, weekday, number: nth, ...lesson }]
  })
}

const ordinals = [
  ['اولي', 'first'],
  ['ثانيه', 'second'],
  ['ثالثه', 'third'],
  ['رابعه', 'fourth'],
  ['خامسه', 'fifth'],
  ['سادسه', 'sixth'],
  ['سابعه', 'seventh'],
  ['ثامنه', 'eighth'],
  ['تاسعه', 'ninth'],
  ['عاشره', 'tenth'],
]

/** The number of a lesson as a heading has it: 3, ٣, 3rd, P3, Period 3, الحصة 3, الحصة الثالثة; its time may stand below. */
function numberOf(text: string): number | undefined {
  const bare = fold(text.split(/[\n(]/)[0]!)
    .replace(/^(?:(?:ال)?حصه|period|lesson|p(?=\s*\d))\s*/, '')
    .replace(/ (?:period|lesson)$/, '')
    .trim()
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(bare) ?? []
  if (digits) return Number(digits) <= 20 ? Number(digits) : undefined
  const nth = ordinals.findIndex((words) => words.includes(bare.replace(/^ال/, '')))
  return nth === -1 ? undefined : nth + 1
}

const noLesson =
  /^[\s\-–—_.xX×]*$|^(?:ال)?(?:فسحه|استراحه|راحه|طابور|صلاه|غداء|فراغ|فارغ)|^(?:break|recess|lunch|assembly|prayer|free)\b/

/** Titles before names: أ. / أ/ م. د. Mr Mrs Ms Miss Dr. */
const titled = /^(?:[أامد]\s*[./]|(?:mr|mrs|ms|miss|dr)\b\.?)\s*/i

/** What a cell of a grid says: «رياضيات», «Maths (Hala Y.)», «عربي - منى سعيد», «عربي / أ. منى», or a line for each. */
function lessonOf(text: string) {
  const whole = text.trim()
  if (noLesson.test(fold(whole))) return undefined
  const lines = whole
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
  const parts =
    lines.length > 1 ? lines : (besides.map((form) => form.exec(lines[0]!)?.slice(1)).find(Boolean) ?? lines)
  const [courseName = '', teacher = '', roomName = ''] = parts.map((part) => part.trim())
  const teacherName = teacher.replace(titled, '').replace(/^\((.*)\)$/, '$1')
  return { courseName, ...(teacherName && { teacherName }), ...(roomName && { roomName }) }
}

const besides = [
  /^([^()]+)\(([^()]+)\)$/,
  /^(.+?) [-–—|] (.+)$/,
  /^(.+?)\/ ?((?:[أامد]\s*[./]|(?:mr|mrs|ms|miss|dr)\b).+)$/i,
]
