import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { columnsAtMost, rowsAtMost } from './reader-limits.mjs'
import { noResult } from './shown.mjs'
import { local, readXml } from './xml.mjs'

/** An OpenDocument workbook with all parts without which the library refuses it, although its table needs none of them; any other as it is. */
export function withUsualParts(bytes) {
  if (!contentIn(bytes)) return bytes
  const parts = unzipSync(bytes)
  const all = { 'styles.xml': empty, 'META-INF/manifest.xml': empty, ...parts }
  return Object.keys(all).length === Object.keys(parts).length ? bytes : zipSync(all, { level: 0 })
}

const empty = strToU8('<empty/>')

function contentIn(bytes) {
  const name = 'content.xml'
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  return isArchive ? unzipSync(bytes, { filter: (file) => file.name === name })[name] : undefined
}

/**
 * What the library does not answer of the sheets of an OpenDocument workbook: whether they are hidden, their hidden rows, and the cells that
 * show an error or have a formula without a result. Nothing for any other workbook.
 */
export function shownInOpenDocument(bytes) {
  const content = contentIn(bytes)
  if (!content) return []
  const hiddenStyles = new Set()
  const sheets = []
  let style = null
  let row = 0
  let rows = 1
  let column = 0
  let cell = null
  let inNote = false
  const opened = {
    style: (attributes) => (style = valueOf(attributes(), 'name')),
    'table-properties': (attributes) => valueOf(attributes(), 'display') === 'false' && hiddenStyles.add(style),
    table(attributes) {
      const isHidden = hiddenStyles.has(valueOf(attributes(), 'style-name'))
      sheets.push({ isHidden, hidden: [], hiddenColumns: [], broken: [] })
      row = 0
      column = 0
    },
    'table-column'(attributes) {
      const all = attributes()
      const last = column + countOf(all, 'number-columns-repeated')
      const isHidden = /^(collapse|filter)$/.test(valueOf(all, 'visibility') ?? '')
      for (let at = column; isHidden && at < Math.min(last, columnsAtMost); at++) sheets.at(-1)?.hiddenColumns.push(at)
      column = last
    },
    'table-row'(attributes) {
      const all = attributes()
      rows = countOf(all, 'number-rows-repeated')
      column = 0
      const isHidden = /^(collapse|filter)$/.test(valueOf(all, 'visibility') ?? '')
      for (let nth = 0; isHidden && nth < Math.min(rows, rowsAtMost); nth++) sheets.at(-1)?.hidden.push(row + nth)
    },
    'table-cell'(attributes) {
      cell = { all: attributes(), text: '' }
    },
    'covered-table-cell': (attributes) => (column += countOf(attributes(), 'number-columns-repeated')),
    annotation: () => (inNote = true),
  }
  const closed = {
    annotation: () => (inNote = false),
    'table-row': () => (row += rows),
    'table-cell'() {
      const columns = countOf(cell.all, 'number-columns-repeated')
      const text = brokenText(cell)
      for (let nth = 0; text && nth < Math.min(rows, rowsAtMost); nth++)
        for (let at = column; at < Math.min(column + columns, columnsAtMost); at++)
          sheets.at(-1)?.broken.push({ row: row + nth, column: at, text })
      column += columns
      cell = null
    },
  }
  readXml(
    strFromU8(content),
    (element, attributes) => opened[element]?.(attributes),
    (element) => closed[element]?.(),
    (text) => {
      if (cell && !inNote) cell.text += text
    },
  )
  return sheets
}

/** What a cell shows instead of a value: its error, or that its formula has no result. Null for any other cell. */
function brokenText({ all, text }) {
  const shown = text.trim()
  const isError = /^(?:#|\p{L}{2,6} ?:\d{3}$)/u.test(shown)
  if (Object.entries(all).some(([key, value]) => local(key) === 'value-type' && value === 'error'))
    return isError ? shown : noResult
  if (valueOf(all, 'formula') === undefined) return null
  // Older programs write an error as the number 0 that shows it.
  if (isError) return shown
  const type = all['office:value-type']
  const isEmpty = shown === '' && (type === undefined || (type === 'float' && valueOf(all, 'value') === undefined))
  return isEmpty ? noResult : null
}

const countOf = (attributes, name) => Number(valueOf(attributes, name) ?? 1)

const valueOf = (attributes, name) => Object.entries(attributes).find(([key]) => local(key) === name)?.[1]
