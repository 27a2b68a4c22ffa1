import type { ImportKind } from '#server/exchange/imports/imports.queries.ts'
import { fold } from '#contract/language/fold.ts'
import { type Meaning, recognised } from './headings.ts'
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
export function listsIn({ headings, below }: Headed, kind: ImportKind): Headed[] {
  const starts = startsOf(headings, below, kind)
  return [0, ...starts].map((from, nth) => {
    const to = starts[nth]
    const own = below
      .map(({ row, cells }) => ({ row, cells: cells.slice(from, to) }))
      .filter(({ cells }) => cells.some((cell) => cell !== ''))
    // An empty column between two lists belongs to neither.
    const width = own.reduce((most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell !== '') + 1), 0)
    const named = headings.slice(from, to)
    const most = Math.max(width, named.findLastIndex((one) => one !== '') + 1)
    return {
      headings: named.slice(0, most),
      below: own.map(({ row, cells }) => ({ row, cells: cells.slice(0, most) })),
    }
  })
}

export const readTogether = (lists: readonly Headed[]) => (lists.length === 1 ? lists[0]! : joined(lists))

/** The columns at which the second and each further list begins. */
function startsOf(headings: readonly string[], below: Headed['below'], kind: ImportKind) {
  const own = recognised(headings, kind)
  const first = own.findIndex((one) => one?.meaning && names.includes(one.meaning) && one.guess === 'exact')
  if (first < 0) return []
  const isAgain = (position: number) => {
    const [alone] = recognised([headings[position]!], kind)
    const isSame = alone?.guess === 'exact' && alone.meaning === own[first]!.meaning
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
