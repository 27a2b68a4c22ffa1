import { fold } from '#contract/language/fold.ts'
import { asciiDigits } from '#contract/language/text.ts'
import type { DayState, DayWord } from './days.queries.ts'

const listOf = (state: DayState, words: string) => words.split(', ').map((word) => [fold(word), state] as const)

/** Letters and words that mean one thing in the registers of schools. */
const sure = new Map<string, DayState>([
  ...listOf(
    'absent',
    'غ, غائب, غائبه, غياب, غاب, غائب بدون عذر, غياب بدون عذر, بدون عذر, غ ب, a, ab, abs, absent, absence, unexcused',
  ),
  ...listOf('present', 'ح, حاضر, حاضره, حضور, حضر, p, pr, present, ✓, ✔, √'),
  ...listOf('late', 'ت, متاخر, متاخره, تاخير, تاخر, l, late, tardy'),
  ...listOf(
    'excused',
    'غ ع, غائب بعذر, غياب بعذر, بعذر, معذور, مستاذن, مستاذنه, اجازه, اجازه مرضيه, مرضي, مريض, e, ex, exc, excused, sick, excused absence',
  ),
  ...listOf('nothing', 'اجازه رسميه, عطله, عطله رسميه, h, holiday, weekend'),
])

/** Letters of which schools do not agree; a person looks at them. */
const unsure = new Map<string, DayState>([
  ...listOf('late', 'م, t'),
  ...listOf('excused', 'ع, ذ'),
  ...listOf('present', 'x, /, .'),
])

/** A letter as letters are compared, and the minutes that some registers write behind it: «ت 15». */
export function letterIn(cell: string) {
  const plain = asciiDigits(cell).trim()
  const [, word, minutes] = /^(\D+?)\s*\(?(\d{1,3})\s*(?:د|دقيقه|دقيقة|min|m)?\)?$/.exec(plain) ?? []
  const text = (word ?? plain).replace(/[.\-_]$/, '')
  return { key: fold(text) || text || plain, minutes: minutes === undefined ? null : Number(minutes) }
}

/** What a letter means if nobody has said it. */
export function meaningOfWord(key: string): Pick<DayWord, 'state' | 'guess'> {
  const state = sure.get(key)
  if (state) return { state, guess: 'exact' }
  const near = unsure.get(key)
  return near ? { state: near, guess: 'near' } : { state: null, guess: null }
}

const most = 200

/**
 * The letters of cells, most frequent first, with what a person said before of each. Empty cells are among them where days have columns: beside
 * letters for those who were there they say nothing; without any, a person has to say it.
 */
export function wordsOfCells(cells: Iterable<string>, before: readonly DayWord[], ofColumns: boolean): DayWord[] {
  const counted = new Map<string, { word: string; cells: number }>()
  for (const cell of cells) {
    const text = cell.trim()
    if (text === '' && !ofColumns) continue
    const { key } = letterIn(text)
    const one = counted.get(key) ?? { word: withoutMinutes(text), cells: 0 }
    counted.set(key, { ...one, cells: one.cells + 1 })
  }
  const said = new Map(before.map((one) => [letterIn(one.word).key, one]))
  const words = [...counted]
    .toSorted(([, one], [, other]) => other.cells - one.cells)
    .slice(0, most)
    .map(([key, one]) => ({ ...one, ...(said.get(key) ? heard(said.get(key)!) : meaningOfWord(key)) }))
  const hasPresent = words.some(({ state }) => state === 'present')
  return words.map((one) =>
    one.word === '' && one.state === null && !said.has('') && hasPresent
      ? { ...one, state: 'nothing', guess: 'exact' }
      : one,
  )
}

const withoutMinutes = (text: string) => {
  const at = letterIn(text).minutes === null ? -1 : text.search(/[\d٠-٩۰-۹(]/)
  return (at < 0 ? text : text.slice(0, at)).trim().slice(0, 60)
}

const heard = ({ state, guess }: DayWord) => ({ state, guess })
