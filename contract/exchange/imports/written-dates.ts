import { plainDigits } from '#contract/language/text.ts'

/** The numbers of a written date that ends with the year, such as 4/2/2000 or ٤.٢.٢٠٠٠; null for anything else. */
export function numbersOfDate(text: string) {
  const [, first, second, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(plainDate(text)) ?? []
  return year ? { first: Number(first), second: Number(second), year } : null
}

/** A date in plain digits, without its time, the sign of its calendar and spaces between its numbers: «12 / 5 / 2016 م» is 12/5/2016. */
export const plainDate = (text: string) =>
  withoutTime(plainDigits(text).trim())
    .replace(/ ?م\.?$/, '')
    .replace(/ ?([-/.\\]) ?/g, (_, sign: string) => (sign === '\\' ? '/' : sign))

/** Removes a time with its zone after the day. Its length is limited. */
export const withoutTime = (text: string) => text.replace(/[T ]\d{1,2}:\d{2}.{0,100}$/, '')
