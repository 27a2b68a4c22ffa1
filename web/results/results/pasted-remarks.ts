import { cleaned } from '#contract/language/text.ts'
import { longestRemark } from '#contract/results/results/remark-settings.ts'
import { fold } from '#web/lib/text.ts'
import { cellsOf } from '#web/records/lines.ts'
import { filledIn } from './bank-texts.ts'
import type { RemarksRead } from './remark-drafts.ts'

type Student = Pick<
  RemarksRead['students'][number],
  'studentId' | 'studentName' | 'latinName' | 'code' | 'firstName' | 'sex'
>

/** Why a row of a pasted table goes into no field. */
export type WhyLeftOut = 'unknown' | 'several' | 'twice' | 'empty' | 'long'

/** `row`: its place in the table, from 1. `key`: the name or code as it was pasted. */
export type PastedRemark<S = Student> = {
  row: number
  key: string
  body: string
  student: S | null
  leftOut: WhyLeftOut | null
}

/**
 * The remarks of a table copied from a spreadsheet, by the names or codes in one of its columns: the text is in the column called so, else
 * in the one with most letters. Rows in any order; nothing is guessed from the place of a row.
 */
export function pastedRemarks<S extends Student>(
  text: string,
  students: readonly S[],
  longest = longestRemark,
): PastedRemark<S>[] {
  const rows = cellsOf(text).map((cells) => cells.map((cell) => cleaned(cell, { lines: true })))
  const keys = columnOfKeys(rows, students)
  if (keys === null) return []
  const hasHeading = matching(rows[0]![keys] ?? '', students).length === 0 && isHeading(rows[0]!)
  const texts = columnOfTexts(rows, keys, hasHeading)
  const read = rows.flatMap((cells, nth) => {
    const key = cells[keys] ?? ''
    if (nth === 0 && hasHeading) return []
    return [{ row: nth + 1, key, written: (texts !== null && cells[texts]) || '', found: matching(key, students) }]
  })
  return read.map(({ row, key, written, found }) => {
    const [student = null, other] = found
    const body = student && !other ? filledIn(written, student) : written
    const isTwice = read.some((one) => one.row !== row && one.found.length === 1 && one.found[0] === student)
    const leftOut = reasonOf({ student, isSeveral: Boolean(other), isTwice, body, longest })
    return { row, key, body, student: other ? null : student, leftOut }
  })
}

type Read = { student: Student | null; isSeveral: boolean; isTwice: boolean; body: string; longest: number }

function reasonOf({ student, isSeveral, isTwice, body, longest }: Read): WhyLeftOut | null {
  if (!student) return 'unknown'
  if (isSeveral) return 'several'
  if (isTwice) return 'twice'
  if (body === '') return 'empty'
  return body.length > longest ? 'long' : null
}

/** The students whom a cell names: by the code, by the whole name, or by the first name with others of the name in their order. */
function matching<S extends Student>(cell: string, students: readonly S[]): S[] {
  const key = fold(cell)
  if (key === '') return []
  const exact = students.filter(({ studentName, latinName, code }) =>
    [code, studentName, latinName ?? ''].some((one) => fold(one) === key),
  )
  if (exact.length > 0) return exact
  const words = key.split(' ')
  if (words.length < 2) return []
  return students.filter(({ studentName, latinName }) =>
    [studentName, latinName ?? ''].some((name) => isShortened(words, fold(name).split(' '))),
  )
}

function isShortened([first, ...more]: readonly string[], [own, ...names]: readonly string[]) {
  if (first !== own) return false
  let from = 0
  return more.every((word) => {
    from = names.indexOf(word, from) + 1
    return from > 0
  })
}

function columnOfKeys(rows: readonly string[][], students: readonly Student[]) {
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const hits = Array.from(
    { length: width },
    (_, column) => rows.filter((cells) => matching(cells[column] ?? '', students).length > 0).length,
  )
  const most = Math.max(0, ...hits)
  return most === 0 ? null : hits.indexOf(most)
}

function columnOfTexts(rows: readonly string[][], keys: number, hasHeading: boolean) {
  const columns = Array.from({ length: Math.max(...rows.map((cells) => cells.length)) }, (_, nth) => nth)
  const others = columns.filter((column) => column !== keys)
  const named = hasHeading ? others.find((column) => callsRemarks.test(fold(rows[0]![column] ?? ''))) : undefined
  const letters = (column: number) => rows.reduce((sum, cells) => sum + (cells[column]?.length ?? 0), 0)
  return named ?? others.toSorted((one, other) => letters(other) - letters(one))[0] ?? null
}

const callsRemarks = new RegExp(['ملاحظ', 'تعليق', 'remark', 'comment'].map(fold).join('|'))
const callsStudents = new RegExp(
  `^(${['م', 'ت', 'الاسم', 'اسم الطالب.*', 'الطالب.*', 'التلميذ.*', 'كود.*', 'الكود.*', 'name', 'student.*', 'pupil.*', 'code', 'no', '#'].map(fold).join('|')})$`,
)
const isHeading = (cells: readonly string[]) =>
  cells.some((cell) => callsStudents.test(fold(cell)) || callsRemarks.test(fold(cell)))
