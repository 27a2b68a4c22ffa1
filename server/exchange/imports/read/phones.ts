import * as z from 'zod/mini'
import { readingsOf, shownPhone } from '#contract/language/phones.ts'
import { compactDigits } from '#contract/language/text.ts'
import { AnyPhone } from '#contract/people/official-records/any-phone.ts'
import { mobileIn, severalIn } from './words.ts'

/**
 * The phones of a cell. Spaces and dashes stand within a number as well as between two, so they divide only what remains beside a whole
 * mobile number: «01012345678 - 0223456789» are two, «010 1234 5678» and «02 2345 6789» one.
 */
export const phonesIn = (cell: string, home?: string): string[] =>
  severalIn(cell)
    .flatMap((part) => part.split(and))
    .flatMap((part) => divided(part, home))

/** A backslash, and other signs and words between two numbers: «و», «أو», & and +. */
const and = /\\|(?<=[\d٠-٩]\s*)(?:و|أو|او|or|and|ou|et|[&_~:=*•+])(?=\s*[+\d٠-٩])/i

function divided(part: string, home?: string): string[] {
  const words = part.split(/[\s\-\u2010-\u2015]+/).filter(Boolean)
  if (words.length < 2 || words.length > 12 || mobileIn(part, home) !== null)
    return words.length > 0 ? [part.trim()] : []
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= words.length; to++) {
      const mobile = words.slice(from, to).join(' ')
      if (mobileIn(mobile, home) === null) continue
      return [...divided(words.slice(0, from).join(' '), home), mobile, ...divided(words.slice(to).join(' '), home)]
    }
  // Numbers of other countries show where they end by their length.
  return words.every((word) => wholeNumber.test(word)) ? words : [part.trim()]
}

const wholeNumber = /^\+?[\d٠-٩]{8,}$/

/** Any phone of any country, as the official record keeps it; null for anything else. */
export const anyPhone = (text: string) => z.safeParse(AnyPhone, text).data ?? null

/** What is wrong with an account's number that is none at home: that it can be of several countries, each as it is written there. */
export function whyNoNumber(text: string): string {
  const readings = readingsOf(text)
  if (readings.length < 2) return 'Invalid Phone Number!'
  const shown = readings.map((number) => `\u2066${shownPhone(number)}\u2069`)
  return `Add the country code; this number can be ${shown.join(' / ')}`
}

/**
 * Whether a number begins like an Egyptian mobile and is none: a digit is missing or too many. A spreadsheet may also have removed its zero.
 */
export const isMisspeltMobile = (text: string, home?: string) =>
  mobileIn(text, home) === null &&
  /^(?:01[0125]\d{4,}|1[0125]\d{7}|1[0125]\d{9})$/.test(
    compactDigits(text)
      .replace(/[()./]/g, '')
      .replace(/^(\+20|0020|20)(?=1)/, '0'),
  )
