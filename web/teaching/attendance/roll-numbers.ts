import { type Draft, type Person, type RegisterLine, turned } from './register.ts'
import { plainDigits } from '#web/lib/text.ts'

/**
 * The places in a list that were typed as numbers from 1, in digits of either language, with spaces, commas or line breaks between them.
 * `unknown`: what is no number of the list.
 */
export function rollNumbers(typed: string, last: number): { places: number[]; unknown: string[] } {
  const words = plainDigits(typed)
    .split(/[\s,،;؛]+/)
    .filter(Boolean)
  const isPlace = (word: string) => /^\d+$/.test(word) && Number(word) >= 1 && Number(word) <= last
  return {
    places: [...new Set(words.filter(isPlace).map((word) => Number(word) - 1))],
    unknown: words.filter((word) => !isPlace(word)),
  }
}

/** The same register with the students at some places of the list absent; who is marked by another class stays as they are. */
export const absentAt = (
  draft: Draft,
  places: readonly number[],
  everybody: readonly Person[],
  lines: ReadonlyMap<string, RegisterLine>,
): Draft =>
  places.reduce((next, place) => {
    const { id, markedIn } = everybody[place]!
    return markedIn ? next : turned(next, id, next.lines.get(id) ?? lines.get(id), 'absent')
  }, draft)
