import type { MakeFile } from '#server/exchange/exports/port.ts'
import type { Tables } from './one-roster.ts'

const rowsAtOnce = 2000

/** Tables as CSV files in an archive. */
export async function zipOfTables(tables: Tables, make: MakeFile): Promise<Buffer> {
  const files: Record<string, string> = {}
  for (const [name, rows] of Object.entries(tables)) files[`${name}.csv`] = await textOf(rows)
  return make(new URL('archive.mjs', import.meta.url), files)
}

/**
 * RFC 4180 without a byte order mark, because programs that read such folders do not expect one. Other work may run in between.
 */
async function textOf(rows: string[][]) {
  let text = ''
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    for (const cells of rows.slice(from, from + rowsAtOnce)) text += `${cells.map(quoted).join(',')}\r\n`
    await new Promise((next) => setImmediate(next))
  }
  return text
}

/** Empty cells stay empty. Nothing is marked against formulas: programs read these files, and would store the mark. */
const quoted = (cell: string) => (cell === '' || /^[\w .:-]+$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`)
