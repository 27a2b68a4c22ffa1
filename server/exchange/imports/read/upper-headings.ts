import { fold } from '#contract/language/fold.ts'
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
