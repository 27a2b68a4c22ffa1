import { invalid, Refusal } from '#server/base/errors.ts'
import { fold } from '#contract/language/fold.ts'
import type { FileRow, ImportedSheet } from './read-file.ts'

/** A table with its headings, if it has any. */
export type Headed = { headings: string[]; below: FileRow[] }

/** The heading of the column with the sheet of each row, in both languages, because a file belongs to neither. */
export const sheetHeading = 'الورقة / Sheet'

/** The sheets with the requested numbers. Throws 409 with all sheets if none has been chosen yet. */
export const chosenSheets = (
  sheets: ImportedSheet[],
  numbers: number[] | null,
  kind: 'sheets' | 'files' = 'sheets',
): ImportedSheet[] =>
  chosenAmong(
    sheets.map((sheet) => ({ ...sheet, rows: sheet.rows.length, sheet })),
    numbers,
    kind,
  ).map(({ sheet }) => sheet)

const askedFor = {
  sheets: 'This workbook has several sheets; choose which of them to import',
  files: 'This folder is read as single lists; choose which of them to import',
  schools: 'This folder has several schools; choose which of them to import',
  lineItems: 'This folder has several lists of marks in a term; choose which of them are its marks',
  hiddenRows: 'Rows of this workbook are hidden; choose whether they are imported',
  hiddenColumns: 'Columns of this workbook are hidden; choose whether they are imported',
  lists: 'This table has several lists side by side; choose whether all of them are imported',
}

type Choice = { number: number; name: string; rows: number; isHidden?: boolean }

/** Throws 409 with the places that a choice is about. */
export function mustChoose(kind: keyof typeof askedFor, all: readonly Choice[]): never {
  const sheets = all.map(({ number, name, rows, isHidden }) => ({
    number,
    name,
    rows,
    ...(isHidden && { isHidden: true as const }),
  }))
  throw new Refusal(409, kind, askedFor[kind], { sheets })
}

/** The sheets of a workbook or schools of a folder with the requested numbers. Throws 409 with all of them if none has been chosen. */
export function chosenAmong<C extends Choice>(all: C[], numbers: number[] | null, kind: keyof typeof askedFor): C[] {
  if (!numbers) mustChoose(kind, all)
  const chosen = all.filter(({ number }) => numbers.includes(number))
  if (chosen.length < new Set(numbers).size) throw invalid('Invalid input', 'sheets')
  return chosen
}

/**
 * Joins several sheets into one table: columns with the same heading become one, and each row names its sheet. Rows are numbered again from
 * the first to the last. A single sheet keeps its row numbers.
 */
export function tableOfSheets(sheets: (Headed & { name: string })[]): Headed {
  const { headings, below } = joined(sheets)
  const names = sheets.flatMap(({ name, below: rows }) => rows.map(() => name))
  return {
    headings: [sheetHeading, ...headings],
    below: below.map(({ row, cells }, nth) => ({ row, cells: [names[nth]!, ...cells] })),
  }
}

/** Tables below each other as one: columns with the same heading become one. */
export function joined(sheets: readonly Headed[]): Headed {
  const headings: string[] = []
  const places = new Map<string, number>()
  const below: FileRow[] = []
  for (const { headings: own, below: rows } of sheets) {
    const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), own.length)
    const met = new Map<string, number>()
    const to = Array.from({ length: width }, (_, at) => {
      const heading = own[at] ?? ''
      const word = fold(heading) || `column ${at}`
      const nth = (met.get(word) ?? 0) + 1
      met.set(word, nth)
      const key = `${word} ${nth}`
      if (!places.has(key)) places.set(key, headings.push(heading) - 1)
      return places.get(key)!
    })
    for (const { row, cells } of rows) {
      const placed: string[] = []
      for (const [at, cell] of cells.entries()) placed[to[at]!] = cell
      below.push({
        row: sheets.length > 1 ? below.length + 1 : row,
        cells: Array.from(placed, (cell) => cell ?? ''),
      })
    }
  }
  return { headings, below }
}
