import { onceAboveOf } from '#contract/exchange/imports/import-shapes.ts'
import type { Column, ImportKind } from '#server/exchange/imports/imports.queries.ts'
import { sheetHeading } from '#server/exchange/imports/read/sheets.ts'

type Gap = Column['gaps'][number]

type Row = { row: number; cells: readonly string[] }
type Filled = Pick<Column, 'heading' | 'meaning' | 'gaps' | 'fillDown'>

/**
 * Many offices write a class or a grade once, in the first row of its students, or a student once above several guardians. Columns that do so
 * get their `gaps`, which a person fills or leaves; cells that were filled are emptied again when the answer or the meaning of the column
 * changes. Only gaps that were shown before (`shown`) are filled. Answers the columns, all rows, and whether a cell changed.
 */
export function filledDown<C extends Filled, R extends Row>(
  columns: readonly C[],
  rows: R[],
  { kind, shown = [] }: { kind: ImportKind; shown?: readonly Filled[] },
) {
  let now = rows
  const settled = columns.map((column, position) => {
    const { gaps: before = [], fillDown: answered = null } = shown[position] ?? {}
    const isFillable = onceAboveOf(kind).some((meaning) => meaning === column.meaning)
    const fills = isFillable && column.fillDown === 'fill' && before.length > 0
    if (fills !== (answered === 'fill')) now = written(now, position, before, fills)
    const gaps = isFillable && !fills ? gapsIn(now, position, columns) : []
    if (fills) return { ...column, gaps: before }
    return { ...column, gaps, fillDown: gaps.length > 0 && column.fillDown === 'leave' ? column.fillDown : null }
  })
  return { columns: settled, rows: now, isChanged: now !== rows }
}

/** The rows with their gaps filled, or emptied where they still have what they were filled with. */
function written<R extends Row>(rows: readonly R[], position: number, gaps: readonly Gap[], fills: boolean): R[] {
  let at = 0
  return rows.map((one) => {
    while (at < gaps.length && gaps[at]!.lastRow < one.row) at += 1
    const gap = gaps[at]
    const cell = one.cells[position] ?? ''
    if (!gap || one.row < gap.firstRow || cell !== (fills ? '' : gap.text)) return one
    const cells = Array.from({ length: Math.max(one.cells.length, position + 1) }, (_, nth) => one.cells[nth] ?? '')
    cells[position] = fills ? gap.text : ''
    return { ...one, cells }
  })
}

/** A list with more of them has no such column. */
const gapsAtMost = 2000

function gapsIn(rows: readonly Row[], position: number, columns: readonly Pick<Filled, 'heading'>[]): Gap[] {
  const gaps: Gap[] = []
  const hasSheets = columns[0]?.heading === sheetHeading
  const usual = usuallyFilled(rows)
  let above = { text: '', isAlone: false, sheet: '' }
  let isOpen = false
  for (const { row, cells } of rows) {
    const text = cells[position] ?? ''
    const sheet = hasSheets ? (cells[0] ?? '') : ''
    const last = gaps.at(-1)
    if (text !== '' || sheet !== above.sheet) {
      // Where the text stands in the row before too, the column is written out, and an empty cell lacks something.
      above = { text, isAlone: isOpen || text !== above.text, sheet }
      isOpen = false
    } else if (!isOfStudent(cells, usual)) {
      // Below a sum or a signature, nothing belongs to the class above it.
      above = { text: '', isAlone: false, sheet }
      isOpen = false
    } else if (above.text !== '' && above.isAlone) {
      if (isOpen && last) Object.assign(last, { lastRow: row, cells: last.cells + 1 })
      else gaps.push({ text: above.text, firstRow: row, lastRow: row, cells: 1 })
      isOpen = true
    }
  }
  return gaps.length > gapsAtMost ? [] : gaps
}

/** Rows of sums and signatures belong to no class: they have other words, or few cells. */
const isOfStudent = (cells: readonly string[], usual: number) =>
  filledIn(cells) * 2 >= usual && !cells.some((cell) => ofSums.test(cell))
const ofSums = /^(?:ال)?(?:عدد|مجموع|إجمالي|اجمالي|جملة|توقيع|يعتمد)|^(?:total|sum|count|signature)\b/i

const filledIn = (cells: readonly string[]) => cells.filter(Boolean).length

/** How many cells of a row are filled, in the middle of all rows. */
function usuallyFilled(rows: readonly Row[]) {
  const counts = rows.map(({ cells }) => filledIn(cells)).toSorted((a, b) => a - b)
  return counts[Math.floor(counts.length / 2)] ?? 0
}
