import { plainDigits } from '#contract/language/text.ts'

/** The numbers of a written date that ends with the year, such as 4/2/2000 or ٤.٢.٢٠٠٠; null for anything else. */
export function numbersOfDate(text: string) {
  const date = withoutTime(plainDigits(text).trim())
  const [, first, second, year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(date) ?? []
  return year ? { first: Number(first), second: Number(second), year } : null
}

/** Removes a time with its zone after the day. Its length is limited. */
export const withoutTime = (text: string) => text.replace(/[T ]\d{1,2}:\d{2}.{0,100}$/, '')
