import { cellAtMost } from './reader-limits.mjs'

/** The non-empty rows, each with its number in the file, and whether it is hidden there. */
export const numbered = (rows, hidden) =>
  rows.flatMap((row, at) => {
    const cells = row.map(cellOf)
    while (cells.length > 0 && cells.at(-1) === '') cells.pop()
    return cells.length > 0 ? [{ row: at + 1, cells, ...(hidden?.has(at) && { hidden: true }) }] : []
  })

/**
 * A cell as text. Characters that the database cannot store are marked, so that only this cell is refused. Invisible marks are removed, and
 * a long text is cut.
 */
export function cellOf(value) {
  if (value === null || value === undefined) return ''
  // A spreadsheet fills a cell with this sign if its number is no date.
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '########' : value.toISOString().slice(0, 10)
  const text = cut(String(value).replace(unseen, '').trim()).replaceAll('\0', '\ufffd').toWellFormed().trim()
  // Exports put an apostrophe before a text that a spreadsheet would take for a formula.
  const whole = /^'[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(text) ? text.slice(1) : text
  return whole.replace(/[;\s"]+'?/g, (run, at) =>
    run.endsWith("'") &&
    /[;\t\r\n]/.test(run) &&
    /^[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(whole.slice(at + run.length, at + run.length + 1))
      ? run.slice(0, -1)
      : run,
  )
}

/** Cuts a text to one letter more than allowed, so that it is refused as too long. A text that is cut within the limit is marked. */
function cut(text) {
  if (text.length <= cellAtMost) return text
  const [kept] = letters.exec(text.slice(0, cellAtMost * 10 + 1))
  return kept.length === text.length || [...segmenter.segment(kept)].length > cellAtMost ? kept : `${kept}\ufffd`
}

/** Vowel marks count together with the letter before them. */
const letters = new RegExp(`^(?:\\P{M}\\p{M}{0,9}|\\p{M}){0,${cellAtMost + 1}}`, 'u')
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Invisible marks that nobody typed. Those that reverse the direction of a text stay and are refused. */
const unseen = /[\u00ad\u200b\u200e\u200f\u061c\ufeff]/g
