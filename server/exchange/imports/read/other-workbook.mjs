import { read, set_cptable, SSF } from '@e965/xlsx'
import * as codepages from '@e965/xlsx/dist/cpexcel'
import { cellOf, numbered } from './cells.mjs'
import { columnsAtMost, rowsAtMost } from './reader-limits.mjs'
import { shownInOpenDocument, withUsualParts } from './open-document.mjs'
import { uncalculatedIn } from './uncalculated.mjs'
import { asShown, formOfNumber, merge, noResult } from './shown.mjs'

// Workbooks that are no XLSX: old Excel files, XLSB, OpenDocument, and the XML and HTML that other programs call .xls (decision 105).

// Excel before 97 wrote its texts in the code page of its country.
set_cptable(codepages)

/** More lines than any table that is accepted, so that none is left out unseen. */
const linesAtMost = rowsAtMost * 5 + 1

const wanted = {
  dense: true,
  cellNF: true,
  cellStyles: true,
  cellHTML: false,
  sheetStubs: true,
  sheetRows: linesAtMost,
}

/** The non-empty sheets of a workbook. `null` if it is locked with a password. */
export function sheetsOfWorkbook(bytes) {
  try {
    const book = read(withUsualParts(bytes), { ...wanted, type: 'array' })
    return sheetsIn(book, [...shownInOpenDocument(bytes), ...uncalculatedIn(bytes)])
  } catch (error) {
    if (/password|encrypt/i.test(String(error))) return null
    throw error
  }
}

/** The sheets of XML as Excel 2003 wrote it. */
export function sheetsOfXml(text) {
  // The library leaves out errors in other languages than English, and formulas without a result.
  const shown = text
    .replace(/(<(?:\w+:)?Data\b[^>]{0,200}\b(?:\w+:)?Type=")Error"/g, '$1String"')
    .replace(emptyCell, (cell, name, attributes) =>
      /\bFormula=/.test(attributes)
        ? `<${name}${attributes}><Data xmlns="urn:schemas-microsoft-com:office:spreadsheet" ss:Type="String">${noResult}</Data></${name}>`
        : cell,
    )
  return sheetsIn(read(shown, { ...wanted, type: 'string' }))
}

const emptyCell = /<((?:\w+:)?Cell)((?:\s+[\w:]+=(?:"[^"]*"|'[^']*')){1,20})\s*(?:\/>|>\s*<\/\1>)/g

/** All tables of a page as one: pages have titles and the parts of a list in tables of their own. Texts of a page stay as they are. */
export function rowsOfPage(text) {
  const marked = text
    .replace(hiddenRow, (_, row, cell) => `${row}${cell}${markOfHidden}`)
    .replace(emptyFormula, (_, cell) => `${cell}${noResult}`)
  const { SheetNames: names, Sheets: sheets } = read(marked, { ...wanted, type: 'string', raw: true })
  const values = names.flatMap((name) => valuesOf(sheets[name], false))
  const isMarked = (value) => typeof value === 'string' && value.startsWith(markOfHidden)
  const hidden = new Set(values.flatMap((cells, row) => (cells.some(isMarked) ? [row] : [])))
  const bare = (value) => (isMarked(value) ? value.slice(markOfHidden.length) : value)
  return numbered(
    values.map((cells) => cells.map(bare)),
    hidden,
  )
}

/** The library does not answer which rows a page hides, so a sign is put into their first cell; no page contains it. */
const hiddenRow = /(<tr\b[^>]{0,500}display\s*:\s*none[^>]{0,500}>\s*)(<t[dh]\b[^>]{0,500}>)/gi
/** A cell that has a formula and shows nothing; Excel says of an empty result that it is a text. */
const emptyFormula = /(<t[dh]\b(?=[^>]{0,500}\sx:fmla=)(?![^>]{0,500}\sx:str)[^>]{0,500}>)(?=\s*<\/t[dh]>)/gi
const markOfHidden = '\ufdd0'

function sheetsIn({ SheetNames: names, Sheets: sheets, Workbook: book }, more = []) {
  const is1904 = book?.WBProps?.date1904 === true
  return names.flatMap((name, at) => {
    const sheet = sheets[name]
    const marked = (sheet['!rows'] ?? []).flatMap((row, nth) => (row?.hidden || row?.hpx === 0 ? [nth] : []))
    const hidden = new Set([...marked, ...(more[at]?.hidden ?? [])])
    const rows = numbered(valuesOf(sheet, is1904, more[at]?.broken), hidden)
    const isHidden = (book?.Sheets?.[at]?.Hidden ?? 0) > 0 || more[at]?.isHidden === true
    const columns = (sheet['!cols'] ?? []).flatMap((column, nth) => (column?.hidden ? [nth] : []))
    const hiddenColumns = [...new Set([...columns, ...(more[at]?.hiddenColumns ?? [])])]
    return rows.length > 0 ? [{ number: at + 1, name: cellOf(name), isHidden, rows, hiddenColumns }] : []
  })
}

function valuesOf(sheet, is1904, broken = []) {
  const shown = {
    broken,
    padded: [],
    merged: (sheet['!merges'] ?? []).flatMap(({ s, e }) => merge(placeOf(s), placeOf(e))),
  }
  const values = Array.from(sheet['!data'] ?? [], (cells, row) =>
    Array.from((cells ?? []).slice(0, columnsAtMost + 1), (cell, column) => {
      const form = cell?.t === 'n' ? formOfNumber(String(cell.z ?? '')) : null
      if (form) shown.padded.push({ row, column, form })
      return cell ? valueOf(cell, is1904) : null
    }),
  )
  return asShown(values, shown)
}

const placeOf = ({ r, c }) => ({ row: r, column: c })

function valueOf({ t, v, w, z }, is1904) {
  if (t === 'e') return w || noResult
  if (t === 'z') return null
  if (t !== 'n' || typeof z !== 'string' || !SSF.is_date(z)) return v ?? null
  // A time without a day is shown as it is.
  const day = v < 1 ? null : SSF.parse_date_code(v, { date1904: is1904 })
  return day ? [day.y, day.m, day.d].map((part) => String(part).padStart(2, '0')).join('-') : (w ?? v)
}
