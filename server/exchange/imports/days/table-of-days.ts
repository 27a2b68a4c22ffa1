import { fold } from '#contract/language/fold.ts'
import { monthIn } from './day-columns.ts'
import { letterIn, wordsOfCells } from './day-words.ts'
import { type AttendanceOf, type DayState, type DayWord, nothingSaid } from './days.queries.ts'

type Content = {
  columns: readonly { meaning: string | null }[]
  rows: readonly { cells: readonly string[] }[]
}

/** How a new table of attendance is read: the first title that names a month says which one it is. */
export const attendanceSaid = (titles: readonly string[], content: Content & { today: string }): AttendanceOf => ({
  month: titles.map((title) => monthIn(title, content.today)).find((month) => month !== null) ?? null,
  words: wordsIn(content, []),
  ...nothingSaid,
})

type Said = {
  month?: string | null | undefined
  words?: readonly { word: string; state?: DayState | null | undefined }[] | null | undefined
  leavesClosed?: boolean | null | undefined
  othersPresent?: boolean | null | undefined
}

/** The same after a person has said something of it; the letters of columns that mean something else now are gone. */
export function attendanceMeant(before: AttendanceOf, said: Said | null | undefined, content: Content): AttendanceOf {
  const heard = new Map((said?.words ?? []).map(({ word, state = null }) => [keyOf(word), state]))
  const words = before.words.map((one): DayWord => {
    const state = heard.get(keyOf(one.word))
    return state === undefined ? one : { ...one, state, guess: null }
  })
  const others = (said?.words ?? []).filter(({ word }) => !before.words.some((one) => keyOf(one.word) === keyOf(word)))
  const added = others.map(({ word, state = null }): DayWord => ({ word, state, guess: null, cells: 0 }))
  const month = said ? (said.month ?? null) : before.month
  return {
    ...before,
    month: month !== null && isMonth.test(month) ? month : null,
    words: wordsIn(content, [...words, ...added]),
    leavesClosed: said?.leavesClosed ?? before.leavesClosed,
    othersPresent: said?.othersPresent ?? before.othersPresent,
  }
}

const isMonth = /^(?:1[345]|20)\d\d-(?:0[1-9]|1[0-2])$/

const keyOf = (word: string) => letterIn(word).key || fold(word)

function wordsIn({ columns, rows }: Content, before: readonly DayWord[]) {
  const at = (meaning: string) => columns.flatMap((one, position) => (one.meaning === meaning ? [position] : []))
  const [ofDays, states] = [at('attendOfDay'), at('attendState')]
  // A list of days without a column of states: one state holds for all of its rows.
  const ofRows = states.length === 0 && at('attendDay').length > 0
  const cells = rows.flatMap(({ cells: all }) => [
    ...(ofRows ? [''] : []),
    ...[...states, ...ofDays].map((position) => all[position] ?? ''),
  ])
  return wordsOfCells(cells, before, ofDays.length > 0 || ofRows)
}
