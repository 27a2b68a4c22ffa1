import * as z from 'zod/mini'
import { fold } from '#contract/language/fold.ts'
import { Text } from '#contract/language/fields.ts'
import type { Fault, UnknownName } from '#server/exchange/imports/imports.queries.ts'
import { brokenBy } from './broken-cells.ts'
import type { Meaning } from './headings.ts'

export type RowCells = ReturnType<typeof cellsByMeaning>

/**
 * The cells of a row by meaning, with the faults found in them so far. A cell that shows an error reads as empty and has a fault; of the
 * full name only where it is used (`broken`).
 */
export function cellsByMeaning(columns: ReadonlyMap<Meaning, number>, cells: readonly string[]) {
  const faults: Fault[] = []
  const unknownNames: UnknownName[] = []
  const at = (meaning: Meaning) => columns.get(meaning) ?? null
  const cellAt = (position: number | null) => {
    const cell = cells[position ?? -1] ?? ''
    return saysNothing(cell) ? '' : cell
  }
  const text = (meaning: Meaning) => (brokenBy(cellAt(at(meaning))) === null ? cellAt(at(meaning)) : '')
  const fault = (meaning: Meaning, reason: string) => faultAt(at(meaning), reason)
  const faultAt = (position: number | null, reason: string) => {
    if (!faults.some((one) => one.position === position)) faults.push({ position, reason })
    return null
  }
  const broken = (meaning: Meaning) => {
    const reason = brokenBy(cellAt(at(meaning)))
    if (reason !== null) fault(meaning, reason)
  }
  for (const meaning of columns.keys()) if (meaning !== 'fullName') broken(meaning)
  /** The value of a cell; null for an empty or unreadable one. */
  function value<T>(meaning: Meaning, read: (text: string) => T | null, reason: string | ((text: string) => string)) {
    const cell = text(meaning)
    if (cell === '') return null
    if (cell.includes('\ufffd')) return fault(meaning, forbiddenText)
    return read(cell) ?? fault(meaning, typeof reason === 'string' ? reason : reason(cell))
  }
  /** Like `value`, for a column given by its position. */
  function valueAt<T>(position: number, read: (text: string) => T | null, reason: string) {
    const cell = cellAt(position)
    const reasonOfSheet = brokenBy(cell)
    if (cell === '') return null
    if (reasonOfSheet !== null) return faultAt(position, reasonOfSheet)
    if (cell.includes('\ufffd')) return faultAt(position, forbiddenText)
    return read(cell) ?? faultAt(position, reason)
  }
  return {
    at,
    text,
    valueAt,
    broken,
    says: (meaning: Meaning) => text(meaning) !== '',
    fault,
    faultAt,
    /** The text of a cell as it stands, also where it is a sign for nothing. */
    raw: (position: number) => (cells[position] ?? '').trim(),
    value,
    faults,
    unknownNames,
  }
}

/** What people write into a cell to say that there is nothing. */
const saysNothing = (cell: string) => /^[-\u2013\u2014_.\s]+$/.test(cell) || nothing.has(fold(cell))

const nothing = new Set(
  ['لا يوجد', 'لايوجد', 'لا توجد', 'غير متوفر', 'غير متوفره', 'غير معروف', 'بدون', 'none', 'nil', 'n/a', 'null'].map(
    fold,
  ),
)

export const forbiddenText = 'This text contains characters that are not allowed'

/** The text of a cell, within its length limits and on one line. */
export function textIn(row: RowCells, meaning: Meaning, least: number, most: number) {
  const read = (cell: string) =>
    ofLines.has(meaning)
      ? z.safeParse(Text(least, most, { lines: true }), cell)
      : z.safeParse(Text(least, most), cell.replaceAll('\n', ' '))
  return row.value(
    meaning,
    (cell) => read(cell).data ?? null,
    (cell) => read(cell).error!.issues[0]!.message,
  )
}

/** Fields that keep several lines, because people enter them so by hand. */
const ofLines = new Set<Meaning>(['address', 'healthNotes', 'pickUpNotes'])
