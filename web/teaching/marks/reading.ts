import { cleaned } from '#contract/language/text.ts'
import { shareIn } from '#web/lib/mark-share.ts'
import { fold, plainDigits } from '#web/lib/text.ts'

/** A mark as it is sent: the result, and whether the student took part. Both are null if nobody has marked it. */
export type Rating = { result: number | null; tookPart: boolean | null }

/** The rating that was typed into a cell, or the sentence with which it is refused. */
export type Read = { rating: Rating } | { sentence: string }

export const notMarked: Rating = { result: null, tookPart: null }

/** Absent or not delivered, stored as 0. */
export const absent: Rating = { result: 0, tookPart: false }

export const isAbsent = ({ tookPart }: Rating) => tookPart === false

export const isMarked = ({ result, tookPart }: Rating) => result !== null || tookPart !== null

export const sameRating = (one: Rating, other: Rating) => one.result === other.result && one.tookPart === other.tookPart

/**
 * Reads what a person types or pastes: digits of any script, ٫ or a comma as the decimal point, or a letter for an absent
 * student.
 */
export function readMark(typed: string, fullMark: number): Read {
  // Spreadsheets add apostrophes to numbers.
  const text = plainDigits(cleaned(typed).replace(/[\s']/g, ''))
    .replaceAll('\u066c', '')
    .replace(/[,\u066b\u060c]/, '.')
  if (text === '') return { rating: notMarked }
  if (wordsForAbsent.has(fold(text))) return { rating: absent }
  const share = shareIn(text, fullMark)
  if (share !== null) return { rating: { result: share, tookPart: true } }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return { sentence: 'Expected number, received string' }

  const result = Number(text)
  if (result < 0) return { sentence: 'Number must be greater than or equal to 0' }
  if (/\.\d{3}/.test(text.replace(/0+$/, ''))) return { sentence: 'At most 2 decimals' }
  return result > fullMark ? { sentence: 'The result is above the full mark' } : { rating: { result, tookPart: true } }
}

/** A mark as it is shown in its cell. For an absent student, it is the letter of the language. */
export const shownMark = (rating: Rating, letter: string) => (isAbsent(rating) ? letter : String(rating.result ?? ''))

const wordsForAbsent = new Set(
  ['a', 'abs', 'absent', 'غ', 'غائب', 'غائبة', 'غياب', 'لم يسلم'].map((word) => fold(word.replace(/\s/g, ''))),
)
