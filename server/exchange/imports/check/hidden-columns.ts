import type { FileRow, ImportedSheet } from '#server/exchange/imports/read/read-file.ts'

type Sheet = Pick<ImportedSheet, 'rows' | 'hiddenColumns'>

/** The hidden columns that have values, by their headings, each with the number of its cells that have one. */
export const hiddenColumnsOf = (sheets: readonly Sheet[], headingsOf: (rows: readonly FileRow[]) => string[]) =>
  sheets
    .flatMap(({ rows, hiddenColumns = [] }) => {
      const headings = hiddenColumns.length > 0 ? headingsOf(rows) : []
      return hiddenColumns.map((column) => ({
        name: headings[column] || letterOf(column),
        rows: rows.filter(({ cells }) => (cells[column] ?? '') !== '' && cells[column] !== headings[column]).length,
      }))
    })
    .filter(({ rows }) => rows > 0)
    .map((one, nth) => ({ ...one, number: nth + 1 }))

/** The letters of a column, as spreadsheets show them: A, B … Z, AA. */
const letterOf = (column: number): string =>
  (column >= 26 ? letterOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/** A sheet as it is shown: without its hidden columns. Rows that have nothing else are gone. */
export function withoutHiddenColumns<S extends Sheet>(sheet: S): S {
  const hidden = new Set(sheet.hiddenColumns)
  if (hidden.size === 0) return sheet
  const rows = sheet.rows
    .map((row) => ({ ...row, cells: row.cells.filter((_, column) => !hidden.has(column)) }))
    .filter(({ cells }) => cells.some(Boolean))
  return { ...sheet, rows }
}
