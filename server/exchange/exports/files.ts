import { csv, xlsx } from '#contract/exchange/exports/exports.ts'
import type { MakeFile, SentFile } from './port.ts'
import type { Cell } from './columns.ts'
import { csvOf } from './csv.rules.ts'

export type ExportSheet = { title: string; rows: Cell[][]; rightToLeft: boolean }

/** Sheets as a file of the requested format. CSV contains only the first sheet. */
export async function fileOf(
  name: string,
  { format, sheets }: { format: 'csv' | 'xlsx'; sheets: ExportSheet[] },
  make: MakeFile,
): Promise<SentFile> {
  // In a workbook, a text is stored as text and never as a formula.
  return format === 'csv'
    ? { name: `${name}.csv`, type: csv, content: csvOf(sheets[0]!.rows) }
    : { name: `${name}.xlsx`, type: xlsx, content: await make(new URL('workbook.mjs', import.meta.url), sheets) }
}
