import { exact } from '#contract/money/fees/amounts.ts'
import { fold } from '#contract/language/fold.ts'
import { daysFrom } from '#server/base/days.ts'
import type { FamilyToMatch, LineRow, ToldToMatch } from './statements.queries.ts'

type Line = Pick<LineRow, 'about' | 'reference' | 'amount' | 'day'>

export type ProposedPayer = { family: FamilyToMatch; by: 'told' | 'code' | 'amount'; told: ToldToMatch | null }

const most = 3
/** A bank books a transfer some days after it was sent. */
const daysApart = 3

/**
 * The families that may have sent the money of a line: those of whom a parent reported it; else those whose code is in its text; else those of which the amount is what is owed, in all
 * or by that day or as one part, and of whose names two words are in the text, or one long one.
 */
export function proposedFor(
  line: Line,
  families: readonly FamilyToMatch[],
  reported: readonly ToldToMatch[] = [],
): ProposedPayer[] {
  const told = toldOf(line, reported).flatMap((one): ProposedPayer[] => {
    const family = families.find(({ familyId }) => familyId === one.familyId)
    return family ? [{ family, by: 'told', told: one }] : []
  })
  if (told.length > 0) return told.slice(0, most)
  const words = new Set(wordsIn(`${line.about} ${line.reference ?? ''}`))
  const coded = families.filter(
    ({ familyCode, otherCode }) => words.has(familyCode) || (otherCode !== null && isNamed(otherCode, line)),
  )
  if (coded.length > 0) return coded.slice(0, most).map((family) => ({ family, by: 'code', told: null }))
  return families
    .filter((family) => fitsAmount(line, family) && sharedWords(words, family) >= 2)
    .slice(0, most)
    .map((family) => ({ family, by: 'amount', told: null }))
}

/** Reports of this amount: with the reference that the line has, else of nearly the same day. */
function toldOf(line: Line, reported: readonly ToldToMatch[]) {
  const alike = reported.filter(({ amount }) => exact(amount) === exact(line.amount))
  const named = alike.filter(({ reference }) => isNamed(reference, line))
  const [from, to] = [-daysApart, daysApart].map((days) => daysFrom(line.day, days))
  return named.length > 0 ? named : alike.filter(({ day }) => day >= from! && day <= to!)
}

/** Numbers and words, folded. A code may stand in the middle of a long text of the bank. */
const wordsIn = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

/** A code of another system may have any form; a short number alone would be found everywhere. */
function isNamed(code: string, { about, reference }: Line) {
  const parts = wordsIn(code)
  if (parts.join('').length < 4) return false
  return ` ${wordsIn(`${about} ${reference ?? ''}`).join(' ')} `.includes(` ${parts.join(' ')} `)
}

function fitsAmount({ amount, day }: Line, { owed, parts }: FamilyToMatch) {
  const value = exact(amount)
  const byThen = parts.filter(({ dueOn }) => dueOn <= day).reduce((sum, { open }) => sum + exact(open), 0n)
  return value === exact(owed) || value === byThen || parts.some(({ open }) => exact(open) === value)
}

function sharedWords(words: ReadonlySet<string>, { words: names }: FamilyToMatch) {
  const own = [...new Set(wordsIn(names))].filter((word) => word.length > 2)
  return own.filter((word) => words.has(word)).length
}
