import type { Action } from './action.ts'
import { fold } from './text.ts'

/** An action with the folded words of its names in both languages, and those that mean the same. */
export type Named = { action: Action; names: readonly string[]; words: readonly string[] }

export type FoundAction = {
  action: Action
  /** What of the text is none of its words: the name of a student or a class. */
  rest: string
  /** Whether a word was typed whole, or four letters of it; fewer letters are as well the beginning of a name. */
  sure: boolean
}

/** Words that say nothing about what is wanted. */
const small = new Set(
  (
    'a an the to of for from in on at my i do how can is with and me please ' +
    'في الي عن من ل و يا كيف اريد عايز ازاي هل ابي ال مع هذا هذه'
  ).split(' '),
)

/** The folded words of texts, the Arabic ones also without their article. */
export const searchedWords = (...texts: string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u))
      .filter((word) => word.length > 1 && !small.has(word))
      .flatMap((word) => [word, ...bare(word)]),
  ),
]

const bare = (word: string) => (/^ال../.test(word) ? [word.slice(2)] : [])

/** Beginnings of what was typed may be words of the list too, so that plurals and other endings are found. */
const stemAtLeast = 4
const endingAtMost = 4

/** 0 for none; more for a whole word than for its beginning. */
function nearness(token: string, words: readonly string[]) {
  let best = 0
  for (const typed of [token, ...bare(token)])
    for (const word of words) {
      if (word === typed) return 3
      const ending = typed.startsWith(word) && word.length >= stemAtLeast ? typed.length - word.length : Infinity
      if (ending <= endingAtMost) best = 2
      else if (typed.length > 1 && word.startsWith(typed)) best = Math.max(best, 1)
    }
  return best
}

/**
 * The actions that a text means, the nearest first. Every word begins one of theirs; of an action for somebody, further words are that
 * one's name.
 */
export function findActions(all: readonly Named[], text: string): FoundAction[] {
  const typed = fold(text)
    .split(' ')
    .filter((token) => token && !small.has(token))
  if (typed.length === 0) return []
  return all
    .flatMap(({ action, names, words }) => {
      const near = typed.map((token) => ({ token, inName: nearness(token, names), inWords: nearness(token, words) }))
      const meant = near.filter(({ inName, inWords }) => inName + inWords > 0)
      const rest = near.filter((one) => !meant.includes(one)).map(({ token }) => token)
      if (meant.length === 0 || (rest.length > 0 && !action.of)) return []
      const sure = meant.some((one) => Math.max(one.inName, one.inWords) === 3 || one.token.length >= stemAtLeast)
      // What an action is called counts more than what may be meant by it too.
      const score = meant.reduce((sum, { inName, inWords }) => sum + Math.max(2 * inName, inWords) + 1, 0)
      return [{ action, rest: rest.join(' '), sure, score }]
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ score: _, ...found }) => found)
}

/** The names nearest to a text by how many letters have to change, at most `most` of them. */
export function nearest<T>(all: readonly T[], wordsOfOne: (one: T) => readonly string[], text: string, most = 3): T[] {
  const typed = searchedWords(text)
  const far = (words: readonly string[]) =>
    typed.reduce((sum, token) => sum + Math.min(token.length, ...words.map((word) => apart(token, word))), 0)
  return all
    .map((one) => ({ one, far: far(wordsOfOne(one)) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, most)
    .map(({ one }) => one)
}

/** How many letters are put in, left out or changed to make the beginning of one word of the other. */
function apart(typed: string, word: string): number {
  const other = word.slice(0, typed.length + 1)
  let above = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...typed].entries()) {
    const row = [at + 1]
    for (const [place, up] of above.slice(1).entries()) {
      const changed = above[place]! + Number(other[place] !== letter)
      row.push(Math.min(up + 1, row[place]! + 1, changed))
    }
    above = row
  }
  return Math.min(...above)
}
