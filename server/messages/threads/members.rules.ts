import { threadLimits } from '#contract/messages/threads/thread-shapes.ts'
import type { StoredSettings } from './settings.queries.ts'
import type { Side, StoredThread } from './threads.queries.ts'

/** The side on which a member writes: who reviews a late thread answers for the school. */
export const writesAs = (side: Side) => (side === 'asker' ? ('asker' as const) : ('school' as const))

/** Whether nobody of the school answered in time. */
export const isLate = ({ turn, answerBy }: Pick<StoredThread, 'turn' | 'answerBy'>, today: string) =>
  turn === 'school' && answerBy !== null && answerBy < today

/** Texts in a row of a side that nobody of the other side answered. */
export const unanswered = ({ turn, inRow }: Pick<StoredThread, 'turn' | 'inRow'>, side: 'asker' | 'school') =>
  turn === (side === 'asker' ? 'school' : 'asker') ? inRow : 0

type Writing = { side: Side; thread: StoredThread; settings: StoredSettings; today: string; textsToday: number }

/** Why nothing can be written to a thread now; null if it can. */
export function closedBy({ side, thread, settings, today, textsToday }: Writing): keyof typeof closedSentences | null {
  if (side === 'review' && !isLate(thread, today)) return 'reads'
  if (settings.opens.length === 0) return 'off'
  if (!thread.isAtSchool) return 'left'
  if (unanswered(thread, writesAs(side)) >= threadLimits.inRow) return 'waits'
  return textsToday >= threadLimits.textsADay ? 'full' : null
}

export const closedSentences = {
  reads: 'You only read this thread',
  off: 'This school takes no messages now',
  left: 'This student is not at the school any more',
  waits: 'The other side will answer; three texts of yours wait already',
  full: 'This thread has had its twenty texts of today',
} as const

const letters = /[^\p{L}\p{N}]+/u

/** Marks, tatweel, and letters that are written in several ways, as in `fold` of the database. */
const folded = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')

/** Whether a text contains one of the words or word groups that a school asks to confirm, as whole words. */
export function hurts(body: string, words: readonly string[]) {
  const said = ` ${folded(body).split(letters).join(' ')} `
  return words.some((word) => {
    const asked = folded(word).split(letters).join(' ').trim()
    return asked !== '' && said.includes(` ${asked} `)
  })
}
