/**
 * Invisible characters: fillers, joiners, direction marks, variation selectors, tags. A name of these only looks empty, and two names that
 * differ only in them look the same. The Braille blank does not count as a space either.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/gu

/** The text without invisible characters. */
export const visible = (text: string) => text.replace(invisible, '')

/** Arabic vowel marks, Koranic signs and tatweel. */
const vowelMarks =
  /[\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF]/g

/** Letters and digits that count as the one before the colon. */
const alike: Record<string, string> = {
  ا: 'أإآٱ',
  ي: 'ىی',
  ه: 'ةۀەہۂۃھ',
  ك: 'کڪ',
  σ: 'ς',
  l: 'ł',
  o: 'ø',
  d: 'đ',
  h: 'ħ',
  t: 'ŧ',
  i: 'ı',
  ...Object.fromEntries(Array.from('0123456789', (digit, at) => [digit, '٠١٢٣٤٥٦٧٨٩'[at]! + '۰۱۲۳۴۵۶۷۸۹'[at]!])),
}

const comparedAs = new Map(
  Object.entries(alike).flatMap(([one, others]) => Array.from(others, (other) => [other, one] as const)),
)
const alikeLetters = new RegExp(`[${[...comparedAs.keys()].join('')}]`, 'g')
const spaces = /[\t-\r \u0085\u1680\u2028\u2029]+/g

/** Apostrophes of all keyboards, and the signs for hamza and ain in Latin transcriptions: O'Brien, O’Brien, Obrien. */
const apostrophes = /['`\u02b9-\u02bf\u2018-\u201b\u2032]/g
/** Accents on Latin letters. Stroked letters do not decompose; they are among those that are alike. */
const accents = /(?<=[a-z\u00df-\u02af])[\u0300-\u036f]+/g

/**
 * A text in the form in which names and searches are compared, exactly as fold() in the database makes it (api.md §5.5): lower case, no
 * vowel marks, nothing invisible, no apostrophes, no accents on Latin letters, presentation forms as letters, similar letters and digits as
 * one, single spaces.
 */
export const fold = (text: string): string =>
  visible(text.replaceAll('\u00b4', '').normalize('NFKC').toLowerCase()) // ´ would become a space and an accent
    .replace(vowelMarks, '')
    .replace(apostrophes, '')
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(alikeLetters, (letter) => comparedAs.get(letter)!)
    .normalize('NFKC') // letters and accents that are adjacent only now
    .replace(spaces, ' ')
    .replace(/^ | $/g, '')
