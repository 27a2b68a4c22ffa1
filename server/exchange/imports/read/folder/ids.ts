import { invalid } from '#server/base/errors.ts'
import { type Files, hasColumn, liveLines } from './lines.ts'

/** A column under any of the headings that the forms of a format give it. */
export type IdColumn = readonly [string, ...string[]]

/**
 * The columns that connect the files of a format. `own`: identifies the row, so every row has a value and no two rows the same one.
 * `others`: name rows of other files.
 */
export type IdColumns = Record<string, { own?: IdColumn; others?: readonly IdColumn[] }>

/** Throws 400 if a file lacks one of these columns or rows cannot be told apart, because all rows would then become one. */
export function mustIdentify(files: Files, columns: IdColumns) {
  for (const [file, { own, others = [] }] of Object.entries(columns)) {
    const rows = files[file]
    if (!rows || rows.length === 0) continue
    for (const column of [...(own ? [own] : []), ...others])
      if (!hasColumn(rows, column)) throw invalid(`The file ${file}.csv has no column ${column[0]}`)
    if (own) mustBeDistinct(files, file, own)
  }
}

function mustBeDistinct(files: Files, file: string, column: IdColumn) {
  const known = new Map<string, readonly string[]>()
  for (const line of liveLines(files[file])) {
    const id = line.id(...column)
    if (id === '') throw invalid(`Row ${line.row} of the file ${file}.csv has nothing in its column ${column[0]}`)
    // A row that is repeated as a whole says nothing else than the first.
    if (String(known.get(id) ?? line.cells) !== String(line.cells))
      throw invalid(`Row ${line.row} of the file ${file}.csv repeats a value of its column ${column[0]}`)
    known.set(id, line.cells)
  }
}
