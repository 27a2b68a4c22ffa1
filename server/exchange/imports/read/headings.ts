import type { meanings } from '#contract/exchange/imports/import-shapes.ts'
import { importKinds } from '#contract/exchange/imports/import-kinds.ts'
import { meaningsOf } from '#contract/exchange/imports/import-shapes.ts'
import type { ImportKind } from '#server/exchange/imports/imports.queries.ts'
import { headingWords, otherWords, secretHeadings, secretWords } from './heading-words.ts'
import { fold } from '#contract/language/fold.ts'

export type Meaning = (typeof meanings)[number]

/** The meaning of a heading; null for an unknown one. A line number and a password are known but have no meaning. */
export type Recognised = { meaning: Meaning | null; guess: 'exact' | 'near' | 'secret' } | null

/** The meaning of each heading of a table. Each meaning is used once; repeated guardian columns are numbered. */
export const recognised = (headings: readonly string[], kind: ImportKind = 'students') =>
  recognisedBy(headings, kind, ['exact', 'near'])

/** The same without misspellings, which cost much more to find. */
export const recognisedExactly = (headings: readonly string[], kind: ImportKind) =>
  recognisedBy(headings, kind, ['exact'])

function recognisedBy(headings: readonly string[], kind: ImportKind, guesses: readonly ('exact' | 'near')[]) {
  const known = knownIn[kind]
  const taken = new Set<Meaning>()
  const found: Recognised[] = headings.map((heading) => {
    if (isSecret(heading)) return { meaning: null, guess: 'secret' }
    return serials.has(plain(heading)) || heading.trim() === '#' ? { meaning: null, guess: 'exact' } : null
  })
  // Exact matches first, wherever they are in the row.
  for (const guess of guesses)
    for (const [at, heading] of headings.entries()) {
      const meaning = found[at] ? null : freeOf(meaningOf(known, heading, guess), taken)
      if (!meaning) continue
      taken.add(meaning)
      found[at] = { meaning, guess }
    }
  return fatherBesideFullName(headings, found, taken)
}

/** If there is a column with the full name, a 'father' column names the father and is no part of the student's name. */
function fatherBesideFullName(headings: readonly string[], found: Recognised[], taken: Set<Meaning>) {
  if (!taken.has('fullName') || taken.has('fatherName')) return found
  return found.map((one, at) =>
    one?.meaning === 'middleName' && waysOfReading(headings[at]!).some((words) => namesOfFather.has(words))
      ? { ...one, meaning: 'fatherName' as const }
      : one,
  )
}

/** A score of how many cells of a row are headings; exact ones count twice. */
export const headingsIn = (cells: readonly string[], kind: ImportKind) =>
  recognised(cells, kind)
    .filter((one) => one?.meaning)
    .reduce((sum, one) => sum + (one?.guess === 'exact' ? 2 : 1), 0)

function freeOf(meaning: Meaning | null, taken: Set<Meaning>): Meaning | null {
  if (!meaning || !taken.has(meaning)) return meaning
  // A second column with the same heading belongs to the next guardian.
  const [, of, nth] = /^(phone|relation|guardianName|guardianJob|guardianMay)([12])$/.exec(meaning) ?? []
  return of ? freeOf(`${of}${Number(nth) + 1}` as Meaning, taken) : null
}

function meaningOf(known: Known, heading: string, guess: 'exact' | 'near'): Meaning | null {
  const words = plain(heading)
  if (words === '') return null
  if (guess === 'exact') return known.get(words) ?? known.get(joined(words)) ?? ofTwoRows(known, heading)
  // A heading that is a word of its own, here or in another kind of table, is no misspelling of a word that resembles it.
  if (ownWords.has(joined(words))) return null

  // The article is ignored: «الطول» counts as three letters, too few to be accepted as «الاول» by a near match.
  const letters = words.replace(/(^| )ال/g, '$1').length
  const allowed = differencesAllowed(letters)
  const ofLowerRow = known.get(plain(heading.split(' / ').at(-1)!))
  const isOfStudent = ofLowerRow !== undefined && !/^(?:relation|phone|guardian|landline)/.test(ofLowerRow)
  let best =
    (isOfStudent && othersIn(words).length > 0 ? null : ofLowerRow) ?? known.get(words.replace(ofCalendar, '')) ?? null
  if (best !== null) return best
  let least = allowed + 1
  for (const [name, meaning] of known) {
    if (Math.abs(name.length - words.length) >= least || !mayMean(words, name)) continue
    const apart = distance(words, name)
    if (apart < least) [best, least] = [meaning, apart]
  }
  return best
}

/** A misspelt word stays of the same people, and its short words are written right: «Student PW» is no «Student ID». */
function mayMean(words: string, name: string) {
  const known = name.split(' ')
  if (othersIn(words).some((word) => !othersIn(name).includes(word))) return false
  const written = words.split(' ')
  return (
    written.length !== known.length ||
    written.every((word, at) => word === known[at] || Math.min(word.length, known[at]!.length) > 2)
  )
}

/** The words of people beside the student: «تاريخ ميلاد الأب» is as near to «تاريخ الميلاد» as a misspelling. */
const othersIn = (words: string) => words.split(' ').filter((word) => otherPeople.has(word.replace(/^(?:ال|لل|ل)/, '')))

const otherPeople = new Set(
  'father, fathers, dad, mother, mothers, mom, mum, parent, parents, guardian, guardians, brother, sister, sibling, grandfather, grandmother, spouse, teacher, driver, doctor, emergency, اب, والد, ام, والده, ولي, وصي, اخ, اخت, جد, جده, عم, خال, زوج, معلم, مدرس, سائق, طبيب, طوارئ'.split(
    ', ',
  ),
)

/** Dates of the Hijri calendar are converted, so their column is to be checked, and one of civil dates beside it comes first. */
const ofCalendar = / (?:بال|ال)?(?:هجري|hijri)ه?$/

/** In how many letters a heading may differ from a known one: short words are soon another word. */
function differencesAllowed(letters: number) {
  if (letters >= 10) return 2
  return letters >= 5 ? 1 : 0
}

/** A heading above several columns and the one of the column, as the reader of workbooks joins them: «ولي الأمر / الاسم». */
function ofTwoRows(known: Known, heading: string): Meaning | null {
  const [, ...orders] = waysOfReading(heading)
  return orders.map((words) => known.get(words)).find((meaning) => meaning !== undefined) ?? null
}

/** The words of a heading, and of one in two rows also in the other order: «الأب / الاسم» is «اسم الأب». */
function waysOfReading(heading: string) {
  const [above, lower] = heading.split(' / ').map(plain)
  const upper = above?.replace(aboutPeople, '')
  if (!upper || !lower) return [plain(heading)]
  return [plain(heading), `${lower} ${upper}`, `${upper} ${lower}`, `${lower.replace(/(^| )ال/g, '$1')} ${upper}`]
}

/** What stands in a heading above several columns beside the person whom they are about. */
const aboutPeople = /^(?:بيانات|معلومات) | (?:data|details|info|information)$/g

/** Folded, without the punctuation that people put into headings, and without remarks such as [Required] and (dd/mm/yyyy). */
const plain = (heading: string) =>
  fold(
    heading
      .replace(/\[[^\]]*\]/g, '')
      .replace(formOfDate, '')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/[_\-.:*/\\()"#]+/g, ' '),
  )

const formOfDate = /\(\s*(?:(?:[dmy]{1,4}|يوم|شهر|سنة|سنه)[\s/.-]*){3}\)/gi

/** Some systems write a heading of two words as one. */
const joined = (words: string) => words.replaceAll(' ', '')

/**
 * Whether a column has passwords. Its cells are neither read nor kept. «Pass» and «PIN» alone are; within other words they may be a bus pass
 * and the code of a post office. A misspelt or foreign «password», such as «Passwort», is as near to «passport» as to nothing else, so it is
 * looked for here.
 */
export const isSecret = (heading: string) => {
  const words = withoutArticles(plain(heading))
  return (
    secretAlone.has(words) ||
    secretParts.some((word) =>
      withoutSpaces.test(word) ? words.includes(word) : ` ${words} `.includes(` ${word} `),
    ) ||
    joined(words).includes('password') ||
    words.split(' ').some((word) => distance(word.replace(/\d/g, ''), 'password') <= 1)
  )
}

const withoutArticles = (words: string) => words.replace(/(^| )ال(?=\S{2})/g, '$1')
const secretAlone = new Set(secretHeadings.map((word) => withoutArticles(plain(word))))
const secretParts = secretWords.map((word) => withoutArticles(plain(word)))

/** Scripts whose words stand beside each other without spaces. */
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

const namesOfFather = new Set(['father name', 'fathers name', 'اسم الاب'].map(plain))

/** Headings of line numbers. */
const serials = new Set(
  'م, مسلسل, المسلسل, رقم مسلسل, م مسلسل, تسلسل, ت, no, nr, number, serial, serial number, sn, s n, row, line'.split(
    ', ',
  ),
)

type Known = ReadonlyMap<string, Meaning>

/** The words of each kind of import. */
const knownIn = Object.fromEntries(
  importKinds.map((kind) => [
    kind,
    new Map(
      meaningsOf[kind].flatMap((meaning) =>
        meaning === 'ownField'
          ? []
          : [meaning, ...headingWords[meaning].split(',')].flatMap((word) => {
              const words = plain(word.trim())
              return [[joined(words), meaning] as const, [words, meaning] as const]
            }),
      ),
    ),
  ]),
) as unknown as Record<ImportKind, Known>

const ownWords = new Set(
  [...Object.values(headingWords).flatMap((words) => words.split(',')), ...otherWords].map((word) =>
    joined(plain(word.trim())),
  ),
)

/** How many letters were left out, added, changed or swapped with the next one. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + cost, swapped ? before[j - 2]! + 1 : Infinity)
    }
    ;[before, row] = [row, next]
  }
  return row[other.length]!
}
