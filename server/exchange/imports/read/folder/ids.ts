import { invalid } from '#server/base/errors.ts'
import { type Files, liveLines, timesOfColumn } from './lines.ts'

/** A column under any of the headings that the forms of a format give it. */
export type IdColumn = readonly [string, ...string[]]

/**
 * The columns that connect the files of a format. `own`: identifies the row, so every row has a value and no two rows the same one.
 * `others`: name rows of other files. `same`: rows of one id are one row if they agree in these columns.
 */
export type IdColumns = Record<string, { own?: IdColumn; others?: readonly IdColumn[]; same?: readonly string[] }>

/** Throws 400 if a file lacks one of these columns or rows cannot be told apart, because all rows would then become one. */
export function mustIdentify(files: Files, columns: IdColumns) {
  for (const [file, { own, others = [], same }] of Object.entries(columns)) {
    const rows = files[file]
    if (!rows || rows.length === 0) continue
    for (const column of [...(own ? [own] : []), ...others]) mustHaveOnce(file, rows, column)
    if (own) mustBeDistinct(files, file, own, same)
  }
}

function mustHaveOnce(file: string, rows: Files[string], column: IdColumn) {
  const times = timesOfColumn(rows, column)
  if (times === 0) throw invalid(`The file ${file}.csv has no column ${column[0]}`)
  if (times > 1) throw invalid(`The file ${file}.csv has several columns ${column[0]}`)
}

function mustBeDistinct(files: Files, file: string, column: IdColumn, same?: readonly string[]) {
  const known = new Map<string, string>()
  for (const line of liveLines(files[file])) {
    const id = line.id(...column)
    if (id === '') throw invalid(`Row ${line.row} of the file ${file}.csv has nothing in its column ${column[0]}`)
    // A row that is repeated as a whole says nothing else than the first.
    const said = String(same ? same.map((one) => line.of(one)) : line.cells)
    if ((known.get(id) ?? said) !== said)
      throw invalid(`Row ${line.row} of the file ${file}.csv repeats a value of its column ${column[0]}`)
    known.set(id, said)
  }
}
