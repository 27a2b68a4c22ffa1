import { fold } from '#contract/language/fold.ts'
import type { ImportKind } from '#server/exchange/imports/imports.queries.ts'
import type { FileRow } from './read-file.ts'
import type { Headed } from './sheets.ts'

/** The heading of the column with the class that stood above the rows, in both languages, because a file belongs to neither. */
export const titleHeading = 'الفصل في العنوان / Class in the title'

/**
 * A list in blocks, each with the class as a title above it and often with its headings again: the titles become a column, and the repeated
 * headings are no rows. `above`: the rows above the headings. A list without such titles stays as it is.
 */
export function withClassTitles({ headings, below }: Headed, above: readonly FileRow[], kind: ImportKind): Headed {
  const isHeading = ({ cells }: FileRow) =>
    String(cells.map((cell) => fold(cell))) === String(headings.map((one) => fold(one)))
  const repeated = below.some(isHeading)
  const titleOf = (row: FileRow | undefined, isAboveHeadings: boolean) => {
    const title = row && (titleIn(row) ?? labelled(row, kind))
    return title !== undefined && (isOfClass(title, kind) || (repeated && isAboveHeadings)) ? title : undefined
  }
  const first = above.map((row, at) => titleOf(row, at === above.length - 1)).findLast((title) => title !== undefined)
  const titles = below.map((row, at) => titleOf(row, below[at + 1] !== undefined && isHeading(below[at + 1]!)))
  if (first === undefined && titles.every((title) => title === undefined)) return { headings, below }
  let title = first ?? ''
  const width = below.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  const rows = below.flatMap((row, at) => {
    if (titles[at] !== undefined) title = titles[at]
    if (titles[at] !== undefined || isHeading(row)) return []
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
function titleIn({ cells }: FileRow) {
  const filled = cells.filter(Boolean)
  return filled.length === 1 && /\p{L}/u.test(filled[0]!) ? filled[0] : undefined
}

/** The class of a row that has the word in one cell and the class in the next: «الفصل:», «4/أ». */
function labelled({ cells }: FileRow, kind: ImportKind) {
  const filled = cells.filter(Boolean)
  const at = filled.findIndex((cell) => /^(?:الفصل|فصل|الشعبه|شعبه|class|section)\s*:?$/.test(fold(cell)))
  const [label, name] = [filled[at], filled[at + 1]]
  const isPair =
    label !== undefined && name !== undefined && /[\p{L}\d]/u.test(name) && (at === 0 || label.endsWith(':'))
  if (!isPair || (filled.length > 2 && !label.endsWith(':'))) return undefined
  return isOfClass(name, kind) ? name : `${label.replace(/\s*:$/, '')} ${name}`
}

/** A title that names a class: «فصل 1/أ», «كشف طلاب الفصل: 4/ب», «Class 4A». */
const namesClass =
  /(?:^|\s)(?:ال)?(?:فصل|شعبة|شعبه)(?!\s*الدراسي)\s*[:/-]?\s*\S|^(?:class|section|room|homeroom|form)\s*[:-]?\s*\S/i

/** In lists of new students also «الصف الرابع / أ», «Grade 4 - A», «4/أ» and «4A class»; other lists are of a whole grade too. */
const namesNewClass = [
  /^(?:grade|year)\s*[:-]?\s*\S|^\S{1,6} class$/i,
  /^(?:كشف\s|قائمة\s|أسماء\s|طلاب\s|تلاميذ\s)*(?:ال)?صف(?!\s*الدراسي)\s*[:/-]?\s*\S/,
  /^[\d٠-٩]{1,2}\s*[/\-_.]?\s*[(]?\p{L}[)]?$/u,
]

/** Other lines speak of a class too: how many are in it, and who leads it. */
const aboutClass = /عدد|مجموع|جمالي|رائد|مشرف|مرب|معلم|مدير|توقيع|total|teacher|count/i

export const isOfClass = (title: string, kind: ImportKind) =>
  !aboutClass.test(title) &&
  (namesClass.test(title) ||
    (kind === 'students' && !/20\d{2}/.test(title) && namesNewClass.some((form) => form.test(title))))

/** The class of a title, without the words before it; a grade before it stays, because each grade may have such a class. */
export const classIn = (title: string) =>
  /(?:^|\s)((?:ال)?(?:صف|فصل|شعبة|شعبه)\s*[:/-]?\s*\S.*)$/
    .exec(title)?.[1]
    ?.replace(/\s*:\s*/, ' ')
    .trim() ?? title
