import { csv, xlsx } from '#contract/exports/exports.ts'
import type { MakeFile, SentFile } from '#server/system/export-routes.ts'
import type { Cell } from './columns.ts'

export type ExportSheet = { title: string; rows: Cell[][]; rightToLeft: boolean }

/** Sheets as a file of the requested format; CSV contains the first of them. */
export async function fileOf(
  name: string,
  { format, sheets }: { format: 'csv' | 'xlsx'; sheets: ExportSheet[] },
  make: MakeFile,
): Promise<SentFile> {
  // In a workbook a text is a text and never a formula.
  return format === 'csv'
    ? { name: `${name}.csv`, type: csv, content: csvOf(sheets[0]!.rows) }
    : { name: `${name}.xlsx`, type: xlsx, content: await make(new URL('workbook.mjs', import.meta.url), sheets) }
}

/** RFC 4180, with the byte order mark by which spreadsheets detect UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]) =>
  `\ufeff${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`

/** Texts are always quoted, so that a program which separates by something else keeps their commas. */
function quoted(cell: Cell) {
  if (typeof cell === 'number') return String(cell)
  return `"${harmless(cell).replaceAll('"', '""')}"`
}

const opensFormula = /^[=+\-@\0\uff1d\uff0b\uff0d\uff20]/
const endsCell = /[;\t\r\n]/

/**
 * What a spreadsheet would take for a formula is marked as text (security.md, case 15): at the beginning, and after what
 * some settings take for the end of a cell, whether quoted or not.
 */
export function harmless(text: string) {
  const marked = opensFormula.test(text) || /^[\t\r]/.test(text) ? `'${text}` : text
  if (!endsCell.test(text)) return marked
  // Each run of spaces is matched as a whole, whatever follows it: looking for its end from everywhere in it would take
  // the square of its length.
  return marked.replace(/[;\s"]+/g, (run, at: number) =>
    endsCell.test(run) && opensFormula.test(marked.charAt(at + run.length)) ? `${run}'` : run,
  )
}
