import { fold } from '#contract/language/fold.ts'
import type { FileRow } from './read-file.ts'
import type { Headed } from './sheets.ts'

/** The heading of the column with the class that stood above the rows, in both languages, because a file belongs to neither. */
export const titleHeading = 'الفصل في العنوان / Class in the title'

/**
 * A list in blocks, each with the class as a title above it and often with its headings again: the titles become a column, and the repeated
 * headings are no rows. `above`: the rows above the headings. A list without such titles stays as it is.
 */
export function withClassTitles({ headings, below }: Headed, above: readonly FileRow[]): Headed {
  const isHeading = ({ cells }: FileRow) =>
    String(cells.map((cell) => fold(cell))) === String(headings.map((one) => fold(one)))
  const repeated = below.some(isHeading)
  const isTitle = (row: FileRow | undefined, next: FileRow | undefined) => {
    const title = row && aloneIn(row)
    return title !== undefined && (isOfClass(title) || (repeated && next !== undefined && isHeading(next)))
  }
  const first = above.findLast((row, at) => {
    const title = aloneIn(row)
    return title !== undefined && (isOfClass(title) || (repeated && at === above.length - 1))
  })
  const titled = below.map((row, at) => isTitle(row, below[at + 1]))
  if (!first && !titled.some(Boolean)) return { headings, below }
  let title = first ? aloneIn(first)! : ''
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  const rows = below.flatMap((row, at) => {
    if (titled[at]) title = aloneIn(row)!
    if (titled[at] || isHeading(row)) return []
    return [
      { ...row, cells: [...Array.from({ length: width }, (_, position) => row.cells[position] ?? ''), classIn(title)] },
    ]
  })
  return {
    headings: [...Array.from({ length: width }, (_, position) => headings[position] ?? ''), titleHeading],
    below: rows,
  }
}

/** The text of a row that has nothing else. */
function aloneIn({ cells }: FileRow) {
  const filled = cells.filter(Boolean)
  return filled.length === 1 && /\p{L}/u.test(filled[0]!) ? filled[0] : undefined
}

/** A title that names a class: «فصل 1/أ», «كشف طلاب الفصل: 4/ب», «Class 4A». */
const namesClass =
  /(?:^|\s)(?:ال)?(?:فصل|شعبة|شعبه)(?!\s*الدراسي)\s*[:/-]?\s*\S|^(?:class|section|room|homeroom|form)\s*[:-]?\s*\S/i

/** Other lines speak of a class too: how many are in it, and who leads it. */
const aboutClass = /عدد|مجموع|جمالي|رائد|مشرف|مرب|معلم|مدير|توقيع|total|teacher|count/i

const isOfClass = (title: string) => namesClass.test(title) && !aboutClass.test(title)

/** The class of a title, without the words before it. */
const classIn = (title: string) =>
  /(?:^|\s)((?:ال)?(?:فصل|شعبة|شعبه)\s*[:/-]?\s*\S.*)$/
    .exec(title)?.[1]
    ?.replace(/\s*:\s*/, ' ')
    .trim() ?? title
