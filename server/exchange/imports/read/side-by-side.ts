import type { ImportKind } from '#server/exchange/imports/imports.queries.ts'
import { fold } from '#contract/language/fold.ts'
import { type Meaning, recognised } from './headings.ts'
import { isOfClass, titleHeading } from './class-titles.ts'
import { type Headed, joined } from './sheets.ts'

/** A list is repeated if one of these columns is. */
const names: readonly Meaning[] = [
  'fullName',
  'firstName',
  'code',
  'nationalNumber',
  'staffName',
  'staffFirst',
  'courseName',
]

/**
 * The lists of a table that stand side by side, as on printed sheets: the first again as it is, the others from the column at which its
 * headings begin again. A table with one list is the only element.
 */
export function listsIn(table: Headed, kind: ImportKind): Headed[] {
  const inTitle = table.headings.indexOf(titleHeading)
  if (inTitle < 0) return classInHeadings(table, kind)
  // The class above all lists is that of each.
  const without = table.below.map(({ row, cells }) => ({ row, cells: cells.toSpliced(inTitle, 1) }))
  const lists = listsOf({ headings: table.headings.toSpliced(inTitle, 1), below: without }, kind)
  const classes = new Map(table.below.map(({ row, cells }) => [row, cells[inTitle] ?? '']))
  return lists.map(({ headings, below }) => ({
    headings: [...headings, titleHeading],
    below: below.map(({ row, cells }) => ({ row, cells: [...padded(cells, headings.length), classes.get(row)!] })),
  }))
}

/** Lists whose upper headings are their classes: «فصل 4أ / الاسم» beside «فصل 5أ / الاسم». */
function classInHeadings({ headings, below }: Headed, kind: ImportKind): Headed[] {
  const parts = headings.map((heading) => heading.split(' / '))
  const classes = parts.map(([upper, lower]) => (lower !== undefined && isOfClass(upper!, kind) ? upper! : ''))
  if (new Set(classes.filter(Boolean)).size < 2) return listsOf({ headings, below }, kind)
  const lists = listsOf({ headings: parts.map((one) => one.at(-1)!), below }, kind)
  return lists.map((list) => ({
    headings: [...list.headings, titleHeading],
    below: list.below.map(({ row, cells }) => ({
      row,
      cells: [...padded(cells, list.headings.length), classes[list.from] ?? ''],
    })),
  }))
}

const padded = (cells: readonly string[], width: number) => Array.from({ length: width }, (_, at) => cells[at] ?? '')

function listsOf({ headings, below }: Headed, kind: ImportKind): (Headed & { from: number })[] {
  const starts = startsOf(headings, below, kind)
  const first = headings.slice(0, starts[0])
  return [0, ...starts].map((from, nth) => {
    const to = starts[nth]
    const own = below
      .map(({ row, cells }) => ({ row, cells: cells.slice(from, to) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
    // An empty column between two lists belongs to neither.
    const width = own.reduce((most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell !== '') + 1), 0)
    const named = headings.slice(from, to).map((heading) => asInFirst(heading, first, kind))
    const most = Math.max(width, named.findLastIndex((one) => one !== '') + 1)
    return {
      from,
      headings: named.slice(0, most),
      below: own.map(({ row, cells }) => ({ row, cells: cells.slice(0, most) })),
    }
  })
}

/** The heading with which the first list calls the same, so that both become one column: «اسم الطالب» and «الاسم». */
function asInFirst(heading: string, first: readonly string[], kind: ImportKind) {
  const meant = exactMeaning(heading, kind)
  if (!meant || first.some((one) => fold(one) === fold(heading))) return heading
  return first.find((one) => exactMeaning(one, kind) === meant) ?? heading
}

function exactMeaning(heading: string, kind: ImportKind) {
  const [one] = recognised([heading], kind)
  return one?.guess === 'exact' ? one.meaning : null
}

export const readTogether = (lists: readonly Headed[]) => (lists.length === 1 ? lists[0]! : joined(lists))

/** The columns at which the second and each further list begins. */
function startsOf(headings: readonly string[], below: Headed['below'], kind: ImportKind) {
  const own = recognised(headings, kind)
  const first = own.findIndex((one) => one?.meaning && names.includes(one.meaning))
  if (first < 0) return []
  const isAgain = (position: number) => {
    const isSame =
      same(headings[first]!, headings[position]) || exactMeaning(headings[position]!, kind) === own[first]!.meaning
    return isSame && below.some(({ cells }) => (cells[position] ?? '') !== '')
  }
  const again = headings.flatMap((_, position) => (position > first && isAgain(position) ? [position] : []))
  return again.map((position) => {
    const width = position - first
    let start = position
    // The columns before the name, such as the number of the line, belong to the list too.
    while (start > first + 1 && start > width && same(headings[start - 1]!, headings[start - 1 - width])) start -= 1
    return start
  })
}

const same = (one: string, other: string | undefined) => other !== undefined && one !== '' && fold(one) === fold(other)
