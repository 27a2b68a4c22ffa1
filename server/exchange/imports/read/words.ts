import { fold } from '#contract/language/fold.ts'
import { countryOfPhone, phoneOf } from '#contract/language/phones.ts'
import { compactDigits, plainDigits } from '#contract/language/text.ts'

type Names = [first: string, middle: string, last: string]

/** The parts of a full name; null if there are fewer than three. Compound names of two words stay together. */
export function nameParts(fullName: string): Names | null {
  const [first, middle, ...last] = namesIn(fullName)
  return last.length > 0 ? [first!, middle!, last.join(' ')] : null
}

/** The same of a name that may have only two parts, or begin with the last one and a comma: «Nasser, Salma K». */
export function partsOfName(fullName: string): Names | null {
  const [, family, given] = /^([^,،]+)[,،]\s*([^,،]+)$/.exec(fullName) ?? []
  if (family && given) {
    const [first, ...middle] = namesIn(given)
    return first ? [first, middle.join(' '), family.trim()] : null
  }
  const [first, last, ...more] = namesIn(fullName)
  if (first && last && more.length === 0) return [first, '', last]
  return nameParts(fullName)
}

function namesIn(fullName: string) {
  const words = fullName.split(/\s+/).filter(Boolean)
  const names: string[] = []
  for (const word of words) {
    const before = names.at(-1)
    const belongs = before !== undefined && (opening.has(fold(before.split(' ').at(-1)!)) || closing.has(fold(word)))
    if (belongs) names[names.length - 1] = `${before} ${word}`
    else names.push(word)
  }
  return names
}

/** Words that begin a compound name, and words that end one. */
const opening = new Set('عبد ابو ام ابن بن ال بنت abdel abdul abd abou abu om el al ibn bin'.split(' '))
const closing = new Set('الدين الله الاسلام الزهراء الهدي الحق النبي eldin el-din aldin al-din eddin allah'.split(' '))

/** Yes or no in words of both languages; null for anything else. */
export function yesOrNo(text: string): boolean | null {
  const word = fold(text)
  if (yes.has(word)) return true
  return no.has(word) ? false : null
}

const yes = new Set(['yes', 'y', 'true', '1', 'paid', 'نعم', 'مدفوع', 'مسدد', 'دفع', 'تم الدفع', 'تم السداد', '✓', '✔'])
const no = new Set([
  'no',
  'n',
  'false',
  '0',
  'unpaid',
  'not paid',
  'لا',
  'غير مدفوع',
  'غير مسدد',
  'لم يدفع',
  '✗',
  '✘',
  'x',
])

/** Splits several values in one cell at the usual separators. */
export const severalIn = (cell: string) =>
  cell
    .split(/[,،;؛|/\n]/)
    .map((part) => part.trim())
    .filter(Boolean)

/**
 * A number that an account can have, even if a spreadsheet removed its leading zero or the plus before the calling code of a country of the
 * table; null for anything else. Without a calling code it is of the country `home`, by default Egypt.
 */
export const accountNumberIn = (text: string, home?: string): string | null =>
  numberWritten(text, home) ?? numberWithoutPlus(text)

/** The same, of a country of which the table knows what is mobile: nobody is invited to a landline because a row has it. */
export const mobileIn = (text: string, home?: string) => ofKnownCountry(accountNumberIn(text, home))

/** The same, where digits with a calling code and no plus may as well be something else. */
export const mobileWritten = (text: string, home?: string) => ofKnownCountry(numberWritten(text, home))

function numberWritten(text: string, home?: string) {
  const digits = digitsOfPhone(text)
  return phoneOf(digits, home) ?? phoneOf(digits.replace(/^(?=1[0125]\d{8}$)/, '0'))
}

function numberWithoutPlus(text: string) {
  const digits = digitsOfPhone(text)
  return /^[1-9]\d{9,}$/.test(digits) ? ofKnownCountry(phoneOf(`+${digits}`)) : null
}

const digitsOfPhone = (text: string) => compactDigits(text.replaceAll(/[().]/g, ' '))

const ofKnownCountry = (number: string | null) => (number !== null && countryOfPhone(number) !== null ? number : null)

/**
 * A student's code in the forms in which people type it, always with its prefix: numbers that count up from 1 are in every other list too,
 * and would mean other children.
 */
export const codeIn = (text: string) => {
  const [, digits] = /^ST\s*(\d{1,10})$/i.exec(plainDigits(text)) ?? []
  return digits ? `ST${digits.padStart(10, '0')}` : null
}

/** The relations with which every installation starts, in words of both languages. */
const relations = [
  ['father', 'dad', 'اب', 'الاب', 'والد', 'الوالد', 'بابا'],
  ['mother', 'mom', 'mum', 'ام', 'الام', 'والده', 'الوالده', 'ماما'],
  ['guardian', 'parent', 'ولي امر', 'ولي الامر', 'وصي', 'الوصي'],
]

/** Whether two words mean the same relation. */
export const sameRelation = (one: string, other: string) => {
  const [a, b] = [fold(one), fold(other)]
  return a === b || relations.some((words) => words.includes(a) && words.includes(b))
}
