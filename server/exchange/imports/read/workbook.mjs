import { strFromU8, unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'
import { cellOf, numbered } from './cells.mjs'
import { columnsAtMost } from './reader-limits.mjs'
import { asShown, formOfNumber, merge, noResult } from './shown.mjs'
import { local, readXml } from './xml.mjs'

/**
 * The non-empty sheets of a workbook, numbered in their order. The library answers the values of the cells; what a sheet shows beyond them
 * is read from its XML: hidden rows and sheets, merged cells, errors, formulas without a result, and leading zeros.
 */
export async function sheetsShown(bytes) {
  const { sheets: seen, isCountedFrom1904 } = shownIn(bytes)
  const all = await readWorkbook(Buffer.from(bytes))
  return all.flatMap(({ sheet, data }, at) => {
    const { isHidden, shown } = seen[at]
    // A sheet that is only a chart has no values.
    const values = Array.isArray(data) ? data : []
    const dated = withDays(isCountedFrom1904 ? values.map(countedFrom1904) : values, shown.days, isCountedFrom1904)
    const rows = numbered(asShown(dated, shown), shown.hidden)
    return rows.length > 0
      ? [{ number: at + 1, name: cellOf(sheet), isHidden, rows, hiddenColumns: shown.hiddenColumns }]
      : []
  })
}

/** The library knows the flag of workbooks that count their days from 1904 as "1" only; LibreOffice and others write "true". */
const countedFrom1904 = (cells) =>
  cells.map((value) => (value instanceof Date ? new Date(value.getTime() + daysUntil1904 * 86_400_000) : value))

const daysUntil1904 = 1462

/** Some programs give their own formats numbers below 164, which the library does not take for formats of days. */
function withDays(values, days, isCountedFrom1904) {
  for (const { row, column } of days) {
    const value = values[row]?.[column]
    if (typeof value !== 'number' || value < 1) continue
    const day = Math.floor(value) + (isCountedFrom1904 ? daysUntil1904 : 0)
    values[row][column] = new Date(Date.UTC(1899, 11, 30 + day))
  }
  return values
}

/** What each sheet shows beyond the values of its cells, in the order of the workbook. */
function shownIn(bytes) {
  const files = unzipSync(bytes, { filter: ({ name }) => /^xl\/(_rels\/)?(workbook|styles)\.xml(\.rels)?$/.test(name) })
  const text = (name) => (files[name] ? strFromU8(files[name]) : '')
  const paths = new Map()
  readXml(text('xl/_rels/workbook.xml.rels'), (name, attributes) => {
    if (name !== 'Relationship') return
    const { Id, Target = '' } = attributes()
    paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
  })
  const forms = formsIn(text('xl/styles.xml'))
  const sheets = []
  let isCountedFrom1904 = false
  readXml(text('xl/workbook.xml'), (element, attributes) => {
    if (element === 'workbookPr') isCountedFrom1904 ||= attributes().date1904 === 'true'
    if (element !== 'sheet') return
    const { name, state = '', ...others } = attributes()
    const [, id] = Object.entries(others).find(([key]) => local(key) === 'id') ?? []
    if (name) sheets.push({ path: paths.get(id), isHidden: /hidden$/i.test(state) })
  })
  const shown = sheets.map(({ path, isHidden }) => {
    const content = unzipSync(bytes, { filter: ({ name }) => name === path })[path]
    return { isHidden, shown: shownBy(content ? strFromU8(content) : '', forms) }
  })
  return { sheets: shown, isCountedFrom1904 }
}

/** Formats that every workbook has without naming them. */
const builtIn = { 9: '0%', 10: '0.00%' }

/** By the number of a style: what its format shows beyond the number, such as the zeros of 00000. */
function formsIn(xml) {
  const formats = new Map()
  const forms = new Map()
  let style = -1
  readXml(
    xml,
    (name, attributes, decoded) => {
      if (name === 'numFmt') formats.set(attributes().numFmtId, decoded(attributes().formatCode ?? ''))
      else if (name === 'cellXfs') style = 0
      else if (name === 'xf' && style >= 0) {
        const format = formats.get(attributes().numFmtId) ?? builtIn[attributes().numFmtId] ?? ''
        const form = formOfNumber(format) ?? (isOfDays(format) ? { isDay: true } : null)
        if (form) forms.set(String(style), form)
        style++
      }
    },
    (name) => {
      if (name === 'cellXfs') style = -1
    },
  )
  return forms
}

const isOfDays = (format) =>
  /^(?=[^dy]*[dy])[dmyhs\s/.,:-]+$/i.test(format.split(';')[0].replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, ''))

function shownBy(xml, forms) {
  const shown = { hidden: new Set(), hiddenColumns: [], broken: [], padded: [], days: [], merged: [] }
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
        cell = { at: r, type: t, form: forms.get(s), hasFormula: false, value: null }
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
    [
      'col',
      (attributes) => {
        const { min, max = min, hidden, width } = attributes()
        if (hidden !== '1' && hidden !== 'true' && Number(width ?? 1) !== 0) return
        for (let column = Number(min); column <= Math.min(Number(max), columnsAtMost); column++)
          shown.hiddenColumns.push(column - 1)
      },
    ],
    ['mergeCell', (attributes) => markMerged(shown.merged, attributes().ref)],
  ])
  const close = (name) => {
    if (name === 'v' || name === 'is') isError = false
    if (name !== 'c' || !cell) return
    const { at, type, form, hasFormula, value } = cell
    cell = null
    if (type === 'e') mark(shown.broken, at, { text: value || noResult })
    else if (hasFormula && value === null) mark(shown.broken, at, { text: noResult })
    else if (form) mark(form.isDay ? shown.days : shown.padded, at, { form })
  }
  const open = (name, attributes) => opened.get(name)?.(attributes)
  readXml(xml, open, close, (text) => {
    if (isError) cell.value += text
  })
  return shown
}

function markMerged(merged, ref) {
  const [first, last = first] = (ref ?? '').split(':').map(placeOf)
  if (first && last) merged.push(...merge(first, last))
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
