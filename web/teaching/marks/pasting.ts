import { fold, plainDigits } from '#web/lib/text.ts'
import { readMark } from './reading.ts'

type Student = { id: string; name: string }

/** The students that pasted cells belong to, and the number of rows without a matching student. */
export type Placed = { typed: [string, string][]; left: number }

/**
 * A column copied from a spreadsheet, applied row by row to the students from `fromId` on. Beside a column of names, each
 * mark goes to the named student instead, in any order. An empty cell leaves its student unchanged.
 */
export function placed(text: string, students: Student[], fromId: string, fullMark: number): Placed {
  const rows = rowsOf(text)
  const names = columnOfNames(rows, students)
  const marks = columnOfMarks(rows, fullMark, names)
  if (names !== null) return byName(rows, names, marks, students)

  const isHeading = rows.length > 1 && isWords(rows[0]?.[marks] ?? '', fullMark)
  const cells = rows.slice(isHeading ? 1 : 0).map((row) => row[marks] ?? '')
  const below = students.slice(students.findIndex(({ id }) => id === fromId))
  return {
    typed: below.flatMap(({ id }, i) => (cells[i] ? [[id, cells[i]] as [string, string]] : [])),
    left: cells.slice(below.length).filter(Boolean).length,
  }
}

/** Whether a text contains more than one cell, so that it cannot belong to a single one. */
export const isSeveral = (text: string) => /[\t\n\r]/.test(text.trim())

/** Blank rows stand for students without a mark, so they are kept. Only the line break at the end is removed. */
const rowsOf = (text: string) =>
  text
    .replace(/(\r\n|\n|\r)$/, '')
    .split(/\r\n|\n|\r/)
    .map((row) => row.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))

/** The column in which at least half of the rows are names of these students. */
function columnOfNames(rows: string[][], students: Student[]): number | null {
  const known = new Set(students.map(({ name }) => fold(name)))
  const hits = (column: number) => rows.filter((row) => known.has(fold(row[column] ?? ''))).length
  const columns = (rows[0] ?? []).map((_, column) => column)
  return columns.length < 2 ? null : (columns.find((column) => hits(column) * 2 >= rows.length) ?? null)
}

/** The last column that contains marks. Row numbers are before the names, marks are after them. */
function columnOfMarks(rows: string[][], fullMark: number, names: number | null): number {
  const columns = (rows.at(-1) ?? []).map((_, column) => column).filter((column) => column !== names)
  const holdsMarks = (column: number) => rows.some((row) => row[column] && isReadable(row[column], fullMark))
  return columns.findLast(holdsMarks) ?? 0
}

function byName(rows: string[][], names: number, marks: number, students: Student[]): Placed {
  const ids = new Map<string, string[]>()
  for (const { id, name } of students) ids.set(fold(name), [...(ids.get(fold(name)) ?? []), id])
  const typed: [string, string][] = []
  let left = 0
  for (const [i, row] of rows.entries()) {
    const found = ids.get(fold(row[names] ?? '')) ?? []
    const cell = row[marks] ?? ''
    // Two students with the same name cannot be distinguished here, so neither gets a mark.
    if (found.length === 1 && cell) typed.push([found[0]!, cell])
    else if (cell && i > 0) left++
  }
  return { typed, left }
}

/** A mistyped mark still contains a digit. It is refused in its cell and not left out. */
const isWords = (cell: string, fullMark: number) =>
  cell !== '' && !/\d/.test(plainDigits(cell)) && !isReadable(cell, fullMark)

const isReadable = (cell: string | undefined, fullMark: number) =>
  cell !== undefined && 'rating' in readMark(cell, fullMark)
