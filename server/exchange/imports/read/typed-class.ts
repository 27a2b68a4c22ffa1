import { withoutTime } from '#contract/exchange/imports/written-dates.ts'
import { plainDigits } from '#contract/language/text.ts'
import { monthNamed } from './month-names.ts'

/**
 * What probably was typed where a spreadsheet made a date of the name of a class: 1/2 of 2026-02-01, 1-Feb or 1/2/2026. Dates are written day
 * first where classes are called so. Null for any other name.
 */
export function typedAs(name: string): string | null {
  const date = withoutTime(plainDigits(name))
  const [, month, day] = /^20\d{2}[-/](\d{1,2})[-/](\d{1,2})$/.exec(date) ?? []
  if (day) return `${Number(day)}/${Number(month)}`
  const [, first, second] = /^(\d{1,2})[-/.](\d{1,2})[-/.]20\d{2}$/.exec(date) ?? []
  if (second) return `${Number(first)}/${Number(second)}`
  const [, number, word] = /^(\d{1,2})[-/ ](\p{L}{3,8})(?:[-/ ](?:20)?\d{2})?$/u.exec(date) ?? []
  const at = word === undefined ? 0 : monthNamed(word)
  return number && at > 0 ? `${Number(number)}/${at}` : null
}
