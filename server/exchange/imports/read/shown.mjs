import { columnsAtMost } from './reader-limits.mjs'

// What a sheet shows beyond the values of its cells, the same for every kind of workbook.

/** What a cell shows whose formula was never calculated; the sentence of the refusal explains it (`broken-cells.ts`). */
export const noResult = '#FORMULA!'

/**
 * Puts into the values of a sheet what it shows instead of them: errors, the zeros of a number format, and the value of merged cells in every
 * row that they cover.
 */
export function asShown(data, { broken, padded, merged }) {
  for (const { row, column, text } of broken) {
    while (data.length <= row) data.push([])
    while (data[row].length < column) data[row].push(null)
    data[row][column] = text
  }
  for (const { row, column, width } of padded) {
    const value = data[row]?.[column]
    if (Number.isInteger(value) && value >= 0) data[row][column] = String(value).padStart(width, '0')
  }
  for (const area of merged) spread(data, area)
  return data
}

/**
 * The value of merged cells counts for every row that they cover. Beside each other they are a heading above several columns, if the row
 * has other headings too: it is put before the heading of each column below it.
 */
function spread(data, { row, lastRow, column, lastColumn }) {
  const value = data[row]?.[column]
  if (isEmpty(value)) return
  for (let at = row + 1; at <= lastRow && at < data.length; at++)
    if (data[at].some((cell) => !isEmpty(cell))) {
      while (data[at].length < column) data[at].push(null)
      data[at][column] = value
    }
  const below = data[lastRow + 1]
  if (row >= headingsAtMost || lastColumn === column || below === undefined) return
  if (data[row].filter((cell) => !isEmpty(cell)).length < 2) return
  for (let at = column; at <= lastColumn && at < below.length; at++)
    if (typeof below[at] === 'string') below[at] = `${value} / ${below[at]}`
}

const isEmpty = (cell) => cell === null || cell === undefined || cell === ''

/** Headings are among the first rows of a sheet. */
const headingsAtMost = 10

/** An area of merged cells, as far as the columns are read. */
export const merge = (first, last) =>
  first.column < columnsAtMost
    ? [{ ...first, lastRow: last.row, lastColumn: Math.min(last.column, columnsAtMost - 1) }]
    : []

/** The zeros of a number format that has nothing else but signs between them: how many digits it shows at least, such as 5 for 00000. */
export function digitsOf(format) {
  const [first] = format.split(';')
  const [, zeros = ''] = /^#*(0{1,20})$/.exec(first.replace(/\[[^\]]*\]|"[^"]*"|[\\_*].|[\s-]/g, '')) ?? []
  return zeros.length
}
