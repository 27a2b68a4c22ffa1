import type * as z from 'zod/mini'
import type { Operation } from '#contract/language/operation.ts'
import { innermost, wireNamesOf } from '#contract/language/wire-names.ts'
import { momentIn } from '#server/base/days.ts'
import { headings } from './headings.ts'
import { countryIn, no, words, yes } from './words.ts'

export type ExportLanguage = 'en' | 'ar'
export type Cell = string | number

/** A list as rows of cells. The first row is the headings in a language; times are in a time zone. */
export function sheetOf(
  list: Operation,
  rows: readonly Record<string, unknown>[],
  { language, timeZone }: { language: ExportLanguage; timeZone: string },
): Cell[][] {
  const at = language === 'en' ? 0 : 1
  const columns = columnsOf(list)
  return [
    columns.map(({ heading }) => heading[at]),
    ...rows.map((row) => columns.map((column) => cellOf(column, row, { at, timeZone }))),
  ]
}

type Column = { ours: string; wire: string; heading: readonly [string, string] }

/** The fields of a list's rows that have a heading. Ids, pictures and versions have none. */
export const columnsOf = (list: Operation): Column[] =>
  fieldsOf(list).flatMap(({ ours, wire }) => {
    const heading = headings[wire] ?? headings[ours]
    return heading ? [{ ours, wire, heading }] : []
  })

/** Fields with several names that become one cell. */
const namesInOneCell = new Set(['studentNames', 'classRoomNames', 'childNames'])

/**
 * The plain fields of a list's rows, by our name and by the name in the API. Other fields with more than one value are not
 * exported.
 */
export function fieldsOf({ output }: Operation): { ours: string; wire: string }[] {
  const row = innermost((innermost(output) as z.ZodMiniArray)._zod.def.element as z.ZodMiniType) as z.ZodMiniObject
  return Object.entries(row._zod.def.shape)
    .filter(
      ([ours, field]) =>
        namesInOneCell.has(ours) ||
        !['array', 'object', 'record'].includes(innermost(field as z.ZodMiniType)._zod.def.type),
    )
    .map(([ours]) => ({ ours, wire: wireNamesOf(row, ours)[0]! }))
}

const countryFields = new Set(['nationality', 'country'])

/** An instant in the format of the API. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

function cellOf(
  { ours, wire }: Column,
  row: Record<string, unknown>,
  { at, timeZone }: { at: 0 | 1; timeZone: string },
): Cell {
  const value = row[wire]
  const word = words[ours]?.[String(value)]
  if (word) return word[at]
  if (countryFields.has(ours) && typeof value === 'string' && /^[A-Z]{2}$/.test(value)) return countryIn(at, value)
  if (typeof value === 'string' && instant.test(value) && !Number.isNaN(Date.parse(value)))
    return momentIn(value, timeZone)
  if (Array.isArray(value)) return value.join(at === 0 ? ', ' : '، ')
  if (typeof value === 'boolean') return (value ? yes : no)[at]
  return typeof value === 'string' || typeof value === 'number' ? value : ''
}
