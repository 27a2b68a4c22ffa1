import writeWorkbook from 'write-excel-file/browser'
import { imports } from '#contract/exchange/imports/imports.ts'
import { call } from '#web/lib/call.ts'
import { t, translated } from '#web/lib/i18n.ts'
import type { Import, ImportRow } from './import.ts'

/** The rows with problems as a workbook: their cells, and the problems next to them. */
export async function downloadProblems(draft: Import, { rightToLeft }: { rightToLeft: boolean }) {
  const rows: ImportRow[] = []
  for (let pageNumber = 1; rows.length < draft.problems; pageNumber++) {
    const page = await call(imports.rows, { importId: draft.id, show: 'problem', pageNumber, pageSize: 200 })
    if (page.length === 0) break
    rows.push(...page)
  }
  const sheet = problemSheet(draft, rows)
  await writeWorkbook(sheet, { rightToLeft, stickyRowsCount: 1 }).toFile(`${t('imports.problemFile')}.xlsx`)
}

/**
 * Without the columns that the reader may not see. Their cells would look empty, and would be stored as empty when the workbook
 * is imported again.
 */
export function problemSheet({ columns }: Pick<Import, 'columns'>, rows: readonly ImportRow[]) {
  const readable = columns.filter(({ hidden }) => !hidden)
  const heading = [...readable.map((column) => column.heading), t('imports.reason')]
  return [
    heading.map((value) => ({ value, fontWeight: 'bold' as const })),
    ...rows.map(({ cells, problems }) => [
      ...readable.map(({ position }) => ({ type: String, value: cells[position] ?? '' })),
      { type: String, value: problems.map((one) => reasonIn(columns, one)).join(' · ') },
    ]),
  ]
}

/** The reason with the heading of its column, which a long row does not show. */
function reasonIn(columns: Import['columns'], { position, reason }: ImportRow['problems'][number]) {
  const heading = position === null ? '' : (columns[position]?.heading ?? '')
  return heading === '' ? translated(reason) : `${heading}: ${translated(reason)}`
}
