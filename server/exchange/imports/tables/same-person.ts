import { fold } from '#contract/language/fold.ts'

/**
 * Whether two names may be of one person: they share two words, or all of the shorter name. Names in different scripts cannot be compared,
 * and a missing name contradicts nothing.
 */
export function mayBeOnePerson(one: string | null, other: string | null) {
  const [some, others] = [wordsOf(one), wordsOf(other)]
  const [fewer, more] = some.length < others.length ? [some, others] : [others, some]
  if (fewer.length === 0 || isLatin(fewer) !== isLatin(more)) return true
  return fewer.filter((word) => more.includes(word)).length >= Math.min(2, fewer.length)
}

const wordsOf = (name: string | null) => [
  ...new Set(
    fold(name ?? '')
      .split(/[^\p{L}\p{M}]+/u)
      .filter(Boolean),
  ),
]

const isLatin = (words: readonly string[]) => words.some((word) => /\p{Script=Latin}/u.test(word))
