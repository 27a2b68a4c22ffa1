import type { Cell } from './columns.ts'

/** RFC 4180 with the byte order mark by which spreadsheets detect UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]) =>
  `\ufeff${rows.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`

/** Texts are always quoted, so that programs with another separator handle their commas correctly. */
function quoted(cell: Cell) {
  if (typeof cell === 'number') return String(cell)
  return `"${harmless(cell).replaceAll('"', '""')}"`
}

const opensFormula = /^[=+\-@\0\uff1d\uff0b\uff0d\uff20]/
const endsCell = /[;\t\r\n]/

/**
 * Marks as text whatever a spreadsheet could read as a formula (security.md, case 15): at the beginning, and after characters
 * that some settings read as the end of a cell, quoted or not.
 */
export function harmless(text: string) {
  const marked = opensFormula.test(text) || /^[\t\r]/.test(text) ? `'${text}` : text
  if (!endsCell.test(text)) return marked
  // Each run of spaces is matched as a whole. Searching its end from every position in it would take quadratic time.
  return marked.replace(/[;\s"]+/g, (run, at: number) =>
    endsCell.test(run) && opensFormula.test(marked.charAt(at + run.length)) ? `${run}'` : run,
  )
}
