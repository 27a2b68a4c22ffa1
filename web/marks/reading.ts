import { fold, plainDigits } from '#web/lib/text.ts'

/** A mark as it is sent: what was reached, and whether the student tookPart part; both null say nobody marked it. */
export type Rating = { result: number | null; tookPart: boolean | null }

/** What was typed into a cell, or the sentence with which it is refused. */
export type Read = { rating: Rating } | { sentence: string }

export const notMarked: Rating = { result: null, tookPart: null }

/** Absent or not delivered: a 0 that says so. */
export const absent: Rating = { result: 0, tookPart: false }

export const isAbsent = ({ tookPart }: Rating) => tookPart === false

export const isMarked = ({ result, tookPart }: Rating) => result !== null || tookPart !== null

export const sameRating = (one: Rating, other: Rating) => one.result === other.result && one.tookPart === other.tookPart

/** What a person types or pastes, in any digits, with ٫ or a comma for the point; a letter for an absent student. */
export function readMark(typed: string, fullMark: number): Read {
  const text = plainDigits(typed.replace(unseen, ''))
    .replaceAll('\u066c', '')
    .replace(/[,\u066b\u060c]/, '.')
  if (text === '') return { rating: notMarked }
  if (wordsForAbsent.has(fold(text))) return { rating: absent }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return { sentence: 'Expected number, received string' }

  const result = Number(text)
  if (result < 0) return { sentence: 'Number must be greater than or equal to 0' }
  if (/\.\d{3}/.test(text.replace(/0+$/, ''))) return { sentence: 'At most 2 decimals' }
  return result > fullMark ? { sentence: 'The result is above the full mark' } : { rating: { result, tookPart: true } }
}

/** How a mark stands in its cell; an absent student's cell holds the letter of the language. */
export const shownMark = (rating: Rating, letter: string) =>
  isAbsent(rating) ? letter : rating.result === null ? '' : String(rating.result)

/** Spaces, direction marks and apostrophes, which spreadsheets put around numbers. */
const unseen = /[\s\u00a0'\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g

const wordsForAbsent = new Set(
  ['a', 'abs', 'absent', 'غ', 'غائب', 'غائبة', 'غياب', 'لم يسلم'].map((word) => fold(word.replace(/\s/g, ''))),
)
