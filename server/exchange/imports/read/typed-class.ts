import { monthNamed } from './month-names.ts'

/**
 * What probably was typed where a spreadsheet made a date of the name of a class: 1/2 of 2026-02-01 or 1-Feb. Dates are written day first where
 * classes are called so. Null for any other name.
 */
export function typedAs(name: string): string | null {
  const [, month, day] = /^\d{4}-(\d{2})-(\d{2})$/.exec(name) ?? []
  if (day) return `${Number(day)}/${Number(month)}`
  const [, number, word] = /^(\d{1,2})-(\p{L}{3,8})$/u.exec(name) ?? []
  const at = word === undefined ? 0 : monthNamed(word)
  return number && at > 0 ? `${Number(number)}/${at}` : null
}
