import { plainDigits } from '#contract/language/text.ts'
import type { SuggestedField } from '#server/exchange/imports/imports.queries.ts'
import { numbersOfDate } from '#contract/exchange/imports/written-dates.ts'

/** A few different values in many rows suggest a choice. */
const choicesAtMost = 12
const rowsOfChoice = 3

/** Which kind of field a column would be, judging by its values; null for an empty one. */
export function suggestedField(cells: readonly string[]): SuggestedField | null {
  const filled = cells.filter(Boolean)
  if (filled.length === 0) return null
  if (filled.every(isDay)) return { kind: 'day', choices: [] }
  if (filled.every(isNumber)) return { kind: 'number', choices: [] }
  const values = new Set<string>()
  for (const cell of filled) if (values.size <= choicesAtMost) values.add(cell)
  const isChoice =
    values.size >= 2 &&
    values.size <= choicesAtMost &&
    filled.length >= values.size * rowsOfChoice &&
    ![...values].some(isLong)
  return { kind: isChoice ? 'choice' : 'text', choices: isChoice ? [...values] : [] }
}

const isDay = (cell: string) =>
  numbersOfDate(cell) !== null || /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/.test(plainDigits(cell).trim())

/** A value with a leading zero is the number of a document, not a quantity. */
const isNumber = (cell: string) => /^-?(0|[1-9]\d{0,8})(\.\d+)?$/.test(plainDigits(cell).trim())

const isLong = (value: string) => value.length > 100 || value.includes('\n')
