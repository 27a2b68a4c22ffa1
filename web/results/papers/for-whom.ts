import { certificateKinds, type PaperKind } from '#contract/results/papers/content.ts'
import { fold } from '#web/lib/text.ts'

type Row = { studentId: string; studentName: string; state: string }

/** What a person ticked or cleared, by student. */
export type Ticked = ReadonlyMap<string, boolean>

/**
 * Who gets the paper: who was ticked, and until then, of a certificate nobody, because one student asks for it, and of cards everybody but
 * the former leavers.
 */
export const isChosen = (
  kind: PaperKind,
  row: Row,
  { ticked, former }: { ticked: Ticked; former: ReadonlySet<string> },
) =>
  row.state !== 'none' &&
  (ticked.get(row.studentId) ?? (!certificateKinds.includes(kind) && !former.has(row.studentId)))

/** The students whose names contain what was typed. */
export function named<R extends Row>(rows: readonly R[], text: string) {
  const searched = fold(text)
  return rows.filter(({ studentName }) => fold(studentName).includes(searched))
}

/** How many of these papers get a new number; the others are printed again. */
export const newOf = (rows: readonly Row[]) =>
  rows.filter(({ state }) => state === 'new' || state === 'replaces').length
