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
  for (const { row, column, form } of padded) {
    const value = data[row]?.[column]
    if (form.isShare && Number.isFinite(value)) data[row][column] = `${Number((value * 100).toPrecision(12))}%`
    else if (Number.isSafeInteger(value) && value >= 0) data[row][column] = inForm(value, form)
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
  if (isDrawn) return fill(data, { row, lastRow, column, lastColumn }, value)
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

let isDrawn = false

/** From now on the value of merged cells counts in each of them, as in a week that is drawn: a lesson of two numbers, a day above its numbers. */
export function readAsDrawn() {
  isDrawn = true
}

function fill(data, { row, lastRow, column, lastColumn }, value) {
  for (let at = row; at <= lastRow && at < data.length; at++) {
    while (data[at].length < column) data[at].push(null)
    for (let to = column; to <= lastColumn; to++) data[at][to] = value
  }
}

const isEmpty = (cell) => cell === null || cell === undefined || cell === ''

/** Headings are among the first rows of a sheet. */
const headingsAtMost = 10

/** An area of merged cells, as far as the columns are read. */
export const merge = (first, last) =>
  first.column < columnsAtMost
    ? [{ ...first, lastRow: last.row, lastColumn: Math.min(last.column, columnsAtMost - 1) }]
    : []

/**
 * A number format that shows digits and signs only, as codes have: its `digits`, such as 00000 or 000-000, and the text `before` them, such as
 * A- for "A-"000 and 0 for "0"0; or that it shows a share of one in hundredths. Null for any other format.
 */
export function formOfNumber(format) {
  const [first] = format.split(';')
  if (/^[0#]+(?:\.[0#]+)?\s*%$/.test(first)) return { isShare: true }
  const bare = first.replace(/\[[^\]]*\]|[_*]./g, '').replace(/\\([-\s])/g, '$1')
  const [, literal = '', digits = ''] = /^((?:"[^"]*"|\\.)*)#*([0\s-]{1,40})$/.exec(bare) ?? []
  const before = literal.replace(/["\\]/g, '')
  const zeros = digits.replace(/[^0]/g, '').length
  return zeros > 1 || (zeros === 1 && /^\+?\d+$/.test(before)) ? { before, digits: digits.trim() } : null
}

/** A number in such a form: its last digit in the place of the last zero. */
function inForm(value, { before, digits }) {
  const rest = [...String(value)]
  const places = [...digits].toReversed().map((sign) => (sign === '0' ? (rest.pop() ?? '0') : sign))
  return `${before}${rest.join('')}${places.toReversed().join('')}`
}
