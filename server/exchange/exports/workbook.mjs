import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile from 'write-excel-file/node'
import { getCellAddress } from 'write-excel-file/utility'

// A thread of its own: a workbook of thousands of rows takes a second.

const widest = 50

/** Characters that XML cannot contain. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

const day = /^(?:19|20)\d\d-\d\d-\d\d$/
const moment = /^(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d$/

const text = (value) => ({ type: String, value: value.replace(unwritable, '') })

/** A column of days or moments is written as dates, so that it can be sorted, filtered and reckoned with. Any other text stays a text. */
function writerOf(cells) {
  const filled = cells.filter((cell) => cell !== '')
  const isAll = (form) => filled.length > 0 && filled.every((cell) => typeof cell === 'string' && form.test(cell))
  const dated = (format, zone) => (cell) =>
    cell === '' ? text(cell) : { type: Date, value: new Date(cell.replace(' ', 'T') + zone), format }
  if (isAll(day)) return dated('yyyy-mm-dd', '')
  if (isAll(moment)) return dated('yyyy-mm-dd hh:mm', 'Z')
  return (cell) => (typeof cell === 'number' ? { type: Number, value: cell } : text(cell))
}

function dataOf(rows) {
  const [headings = [], ...others] = rows
  const listed = listedOf(others)
  const writers = headings.map((_, at) => writerOf(listed.map((cells) => cells[at] ?? '')))
  return [
    headings.map((cell) => ({ ...text(`${cell}`), fontWeight: 'bold' })),
    ...listed.map((cells) => cells.map((cell, at) => writers[at](cell))),
    ...others.slice(listed.length).map((cells) => cells.map((cell) => text(`${cell}`))),
  ]
}

/** The rows of the list itself: notes can follow it after an empty row. */
function listedOf(rows) {
  const end = rows.findIndex((cells) => cells.every((cell) => cell === ''))
  return end === -1 ? rows : rows.slice(0, end)
}

/** Lets people filter the columns. The library has no option for it; in the sheet it follows the rows. */
const filters = {
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform(xml, _, { sheetIndex }) {
          const [headings = [], ...others] = workerData[sheetIndex].rows
          const listed = listedOf(others).length
          if (listed === 0) return xml
          const range = `A1:${getCellAddress(listed, headings.length - 1)}`
          return xml.replace('</sheetData>', `</sheetData><autoFilter ref="${range}"/>`)
        },
      },
    },
  },
}

const sheets = workerData.map(({ title, rows, rightToLeft }) => ({
  sheet: title,
  data: dataOf(rows),
  rightToLeft,
  stickyRowsCount: 1,
  columns: (rows[0] ?? []).map((_, at) => ({
    width: rows
      .slice(0, 200)
      .reduce((most, cells) => Math.min(widest, Math.max(most, `${cells[at] ?? ''}`.length + 2)), 10),
  })),
}))

const workbook = writeExcelFile(sheets, { features: [filters] })
parentPort.postMessage(await workbook.toBuffer())
