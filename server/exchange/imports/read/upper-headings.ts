import { fold } from '#contract/language/fold.ts'
import type { ImportKind } from '#server/exchange/imports/imports.queries.ts'
import { recognised } from './headings.ts'
import type { FileRow } from './read-file.ts'

/**
 * The headings of a row, with those of the row above put before them where headings repeat: «الاسم» of the student and, below «ولي الأمر», of the
 * guardian. A text file has no merged cells, so a heading above counts until the next one. A row above that begins at the first column is a
 * title, and so is one that makes no known heading.
 */
export function headingsUnder(above: FileRow | undefined, { cells }: FileRow): string[] {
  const words = cells.map((cell) => fold(cell)).filter(Boolean)
  if (!above || above.cells[0] || new Set(words).size === words.length) return cells
  let upper = ''
  return cells.map((cell, position) => {
    upper = above.cells[position] || upper
    const both = `${upper} / ${cell}`
    return upper && cell && recognised([both])[0]?.guess === 'exact' ? both : cell
  })
}

/**
 * The headings of a row and of the one below it, where that one only divides some of them: below «ولي الأمر» stand «الاسم» and «الهاتف», and
 * nothing below the name of the student. Null where the row below is one of values.
 */
export function headingsAbove({ cells }: FileRow, below: FileRow | undefined, kind: ImportKind): string[] | null {
  const lower = below?.cells ?? []
  const isDivided = lower.filter(Boolean).length > 1 && cells.some((cell, position) => cell && !lower[position])
  if (!isDivided || lower.some((cell) => cell && recognised([cell], kind)[0]?.guess !== 'exact')) return null
  let upper = ''
  return Array.from({ length: Math.max(cells.length, lower.length) }, (_, position) => {
    upper = cells[position] || upper
    const cell = lower[position] ?? ''
    const both = `${upper} / ${cell}`
    if (cell === '') return cells[position] ?? ''
    return recognised([both], kind)[0]?.guess === 'exact' ? both : cell
  })
}
