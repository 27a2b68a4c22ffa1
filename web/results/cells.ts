import { type MarkState, resultStates } from '#contract/results/scheme-rules.ts'
import { plainDigits } from '#web/lib/text.ts'

export type CellDraft = {
  studentId: string
  partId: string
  round: number
  baseVersion: number
  mark: number | null
  state: MarkState | null
  text: string
  problem: boolean
}

type Translate = (key: string) => string

/** What stands in a cell: the mark, or the letter of its state. */
export const shownCell = ({ mark, state }: { mark: number | null; state: MarkState | null }, t: Translate) =>
  state ? t(`results.letter.${state}`) : mark === null ? '' : String(mark)

/** What a person typed: nothing, a mark up to the full one with at most two decimals, or the letter or word of a state. */
export function readCell(typed: string, fullMark: number, t: Translate): Pick<CellDraft, 'mark' | 'state' | 'problem'> {
  const text = plainDigits(typed).trim().replace(/[,٫]/, '.')
  if (text === '') return { mark: null, state: null, problem: false }
  const state = resultStates.find((one) =>
    [t(`results.letter.${one}`), t(`results.state.${one}`)].some((word) => word.toLowerCase() === text.toLowerCase()),
  )
  if (state) return { mark: null, state, problem: false }
  const mark = /^\d{1,4}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  return mark <= fullMark ? { mark, state: null, problem: false } : { mark: null, state: null, problem: true }
}
