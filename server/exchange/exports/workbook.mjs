import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile from 'write-excel-file/node'

// A thread of its own: a workbook of thousands of rows takes a second.

const widest = 50

/** Characters that XML cannot contain. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

const cellOf = (cell, heading) =>
  typeof cell === 'number'
    ? { type: Number, value: cell }
    : { type: String, value: cell.replace(unwritable, ''), ...(heading && { fontWeight: 'bold' }) }

const sheets = workerData.map(({ title, rows, rightToLeft }) => ({
  sheet: title,
  data: rows.map((cells, nth) => cells.map((cell) => cellOf(cell, nth === 0))),
  rightToLeft,
  stickyRowsCount: 1,
  columns: (rows[0] ?? []).map((_, at) => ({
    width: rows
      .slice(0, 200)
      .reduce((most, cells) => Math.min(widest, Math.max(most, `${cells[at] ?? ''}`.length + 2)), 10),
  })),
}))

const workbook = writeExcelFile(sheets)
parentPort.postMessage(await workbook.toBuffer())
