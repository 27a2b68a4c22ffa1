import { strFromU8, unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { Parser } from 'saxen'
import { cellOf, numbered } from './cells.mjs'
import { columnsAtMost } from './reader-limits.mjs'

/**
 * The non-empty sheets of a workbook, numbered in their order. The library answers the values of the cells; what a sheet shows beyond them
 * is read from its XML: hidden rows and sheets, merged cells, errors, formulas without a result, and leading zeros.
 */
export async function sheetsShown(bytes) {
  const seen = shownIn(bytes)
  const all = await readWorkbook(Buffer.from(bytes))
  return all.flatMap(({ sheet, data }, at) => {
    const { isHidden, shown } = seen[at]
    // A sheet that is only a chart has no values.
    const rows = Array.isArray(data) ? numbered(asShown(data, shown), shown.hidden) : []
    return rows.length > 0 ? [{ number: at + 1, name: cellOf(sheet), isHidden, rows }] : []
  })
}

/** What a cell shows whose formula was never calculated; the sentence of the refusal explains it (`row-cells.ts`). */
const noResult = '#FORMULA!'

/** Puts into the values of a sheet what it shows instead of them. */
function asShown(data, { broken, padded, merged }) {
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

/** What each sheet shows beyond the values of its cells, in the order of the workbook. */
function shownIn(bytes) {
  const files = unzipSync(bytes, { filter: ({ name }) => /^xl\/(_rels\/)?(workbook|styles)\.xml(\.rels)?$/.test(name) })
  const text = (name) => (files[name] ? strFromU8(files[name]) : '')
  const paths = new Map()
  parsed(text('xl/_rels/workbook.xml.rels'), (name, attributes) => {
    if (name !== 'Relationship') return
    const { Id, Target = '' } = attributes()
    paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  })
  const widths = widthsIn(text('xl/styles.xml'))
  const sheets = []
  parsed(text('xl/workbook.xml'), (element, attributes) => {
    if (element !== 'sheet') return
    const { name, state = '', ...others } = attributes()
    const [, id] = Object.entries(others).find(([key]) => local(key) === 'id') ?? []
    if (name) sheets.push({ path: paths.get(id), isHidden: /hidden$/i.test(state) })
  })
  return sheets.map(({ path, isHidden }) => {
    const content = unzipSync(bytes, { filter: ({ name }) => name === path })[path]
    return { isHidden, shown: shownBy(content ? strFromU8(content) : '', widths) }
  })
}

/** By the number of a style: how many digits its format shows at least, such as 5 for 00000. */
function widthsIn(xml) {
  const formats = new Map()
  const widths = new Map()
  let style = -1
  parsed(
    xml,
    (name, attributes, decoded) => {
      if (name === 'numFmt') formats.set(attributes().numFmtId, decoded(attributes().formatCode ?? ''))
      else if (name === 'cellXfs') style = 0
      else if (name === 'xf' && style >= 0) {
        const width = digitsOf(formats.get(attributes().numFmtId) ?? '')
        if (width > 1) widths.set(String(style), width)
        style++
      }
    },
    (name) => {
      if (name === 'cellXfs') style = -1
    },
  )
  return widths
}

/** The zeros of a format that has nothing else but signs between them. */
function digitsOf(format) {
  const [first] = format.split(';')
  const [, zeros = ''] = /^#*(0{1,20})$/.exec(first.replace(/\[[^\]]*\]|"[^"]*"|[\\_*].|[\s-]/g, '')) ?? []
  return zeros.length
}

function shownBy(xml, widths) {
  const shown = { hidden: new Set(), broken: [], padded: [], merged: [] }
  let row = -1
  let cell = null
  let isError = false
  const beginValue = () => {
    if (cell) cell.value ??= ''
    isError = cell?.type === 'e'
  }
  const opened = new Map([
    ['v', beginValue],
    ['is', beginValue],
    [
      'c',
      (attributes) => {
        const { r, t, s } = attributes()
        cell = { at: r, type: t, width: widths.get(s), hasFormula: false, value: null }
      },
    ],
    [
      'f',
      () => {
        if (cell) cell.hasFormula = true
      },
    ],
    [
      'row',
      (attributes) => {
        const { r, hidden, ht } = attributes()
        row = r ? Number(r) - 1 : row + 1
        if (hidden === '1' || hidden === 'true' || Number(ht ?? 1) === 0) shown.hidden.add(row)
      },
    ],
    ['mergeCell', (attributes) => markMerged(shown.merged, attributes().ref)],
  ])
  const close = (name) => {
    if (name === 'v' || name === 'is') isError = false
    if (name !== 'c' || !cell) return
    const { at, type, width, hasFormula, value } = cell
    cell = null
    if (type === 'e') mark(shown.broken, at, { text: value || noResult })
    else if (hasFormula && value === null) mark(shown.broken, at, { text: noResult })
    else if (width) mark(shown.padded, at, { width })
  }
  const open = (name, attributes) => opened.get(name)?.(attributes)
  parsed(xml, open, close, (text) => {
    if (isError) cell.value += text
  })
  return shown
}

function markMerged(merged, ref) {
  const [first, last = first] = (ref ?? '').split(':').map(placeOf)
  if (first && last && first.column < columnsAtMost)
    merged.push({ ...first, lastRow: last.row, lastColumn: Math.min(last.column, columnsAtMost - 1) })
}

function mark(list, at, more) {
  const place = placeOf(at)
  if (place && place.column < columnsAtMost) list.push({ ...place, ...more })
}

/** The row and column of an address such as B7, counted from zero. */
function placeOf(address) {
  const [, letters, number] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(address ?? '') ?? []
  if (!letters) return null
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(number) - 1, column }
}

/** The name of an element or attribute without its prefix. */
const local = (name) => name.slice(name.indexOf(':') + 1)

/** Reads XML. Broken XML is refused, as the library refuses it. */
function parsed(xml, open, close = () => {}, text = () => {}) {
  const parser = new Parser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('openTag', (name, attributes, decoded) => open(local(name), attributes, decoded))
  parser.on('closeTag', (name) => close(local(name)))
  parser.on('text', text)
  parser.parse(xml)
}
