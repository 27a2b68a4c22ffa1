import { compactDigits } from '#contract/language/text.ts'

export type Sex = 'male' | 'female'

/** Digits of a number with a meaning: the position of the first one and their count. */
type Digits = readonly [first: number, count: number]

type NumberKind = {
  /** The form of a number of this kind, without spaces and dashes. */
  pattern: RegExp
  /** The position of the birth date, and what the digit before it adds to the two digits of the year. */
  birth?: { century: Digits; centuries: Readonly<Record<string, string>>; yearMonthDay: Digits }
  /** The place of issue; only these codes exist. */
  place?: { digits: Digits; codes: readonly string[] }
  /** The digit that is odd for a boy and even for a girl. */
  sex?: Digits
}

/**
 * The kinds of numbers by which states and schools identify a person. They are data, so that another state is one more entry. The last
 * digit of an Egyptian number is a check digit whose rule was never published, so it is not checked.
 */
export const numberKinds = {
  egypt: {
    pattern: /^[23]\d{13}$/,
    birth: { century: [0, 1], centuries: { 2: '19', 3: '20' }, yearMonthDay: [1, 6] },
    place: {
      digits: [7, 2],
      codes: '01 02 03 04 11 12 13 14 15 16 17 18 19 21 22 23 24 25 26 27 28 29 31 32 33 34 35 88'.split(' '),
    },
    sex: [12, 1],
  },
  saudiCitizen: { pattern: /^1\d{9}$/ },
  saudiResident: { pattern: /^2\d{9}$/ },
  emirates: { pattern: /^784(19|20)\d{10}$/ },
  kuwait: {
    pattern: /^[23]\d{11}$/,
    birth: { century: [0, 1], centuries: { 2: '19', 3: '20' }, yearMonthDay: [1, 6] },
  },
  passport: { pattern: /^[A-Z0-9]{5,20}$/ },
  other: { pattern: /^[A-Z0-9]{3,30}$/ },
} as const satisfies Record<string, NumberKind>

export type NumberKindName = keyof typeof numberKinds

export const numberKindNames = Object.keys(numberKinds) as NumberKindName[]

/** A number as it is stored and compared: western digits and capital letters, without spaces, dashes and dots. */
export const plainNumber = (written: string) => compactDigits(written).replaceAll(/[./]/g, '').toUpperCase()

/** Whether a number has the structure of its kind, and an existing birth date and place. */
export function isOfKind(name: NumberKindName, number: string): boolean {
  const { pattern, birth, place }: NumberKind = numberKinds[name]
  if (!pattern.test(number)) return false
  if (birth && birthDateIn(name, number) === null) return false
  return !place || place.codes.includes(digitsAt(number, place.digits))
}

/** The birth date in a number; null if its kind contains none or the day does not exist. */
export function birthDateIn(name: NumberKindName, number: string): string | null {
  const { birth }: NumberKind = numberKinds[name]
  if (!birth) return null
  const [year, month, day] = digitsAt(number, birth.yearMonthDay).match(/\d\d/g) ?? []
  const date = `${birth.centuries[digitsAt(number, birth.century)]}${year}-${month}-${day}`
  const moment = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date) ? date : null
}

/** The sex in a number; null if its kind contains none. */
export function sexIn(name: NumberKindName, number: string): Sex | null {
  const { sex }: NumberKind = numberKinds[name]
  if (!sex) return null
  return Number(digitsAt(number, sex)) % 2 === 1 ? 'male' : 'female'
}

const digitsAt = (number: string, [first, count]: Digits) => number.slice(first, first + count)
