import type { PartFigure } from '#contract/results/results/scheme-rules.ts'
import { shownPoints } from './cells.ts'
import type { CourseRow } from './words.ts'

type Translate = (key: string) => string

const none = '–'

/** What stands in a cell of a closed term: the letter of a state, the mark as it was entered, or the computed points. */
export function closedPart(part: PartFigure, ofColumn: number, t: Translate) {
  const { state, source, derivation } = part
  if (state) return t(`results.letter.${state}`)
  if (source === 'typed' && derivation.kind === 'typed') return String(derivation.mean ?? none)
  return shownPoints(part, ofColumn)
}

/** The mark of the second round, as far as it counts. */
export function closedSecond({ round, state, total }: CourseRow, t: Translate) {
  if (round < 2) return none
  return state ? t(`results.letter.${state}`) : String(total ?? none)
}

export const closedTotal = ({ total, state }: CourseRow, t: Translate) =>
  [state && t(`results.letter.${state}`), total].filter((one) => one !== null).join(' ') || none
