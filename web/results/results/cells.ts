import { type MarkState, resultStates } from '#contract/results/results/scheme-rules.ts'
import { shareIn } from '#web/lib/mark-share.ts'
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

export type StoredCell = { mark: number | null; state: MarkState | null; version: number }

/** Drafts of cells that somebody else has changed since they were typed. `storedOf`: the cell as it is now. */
export const changedMeanwhile = (
  drafts: ReadonlyMap<string, CellDraft>,
  storedOf: (key: string) => StoredCell | undefined,
) =>
  [...drafts].filter(([key, { baseVersion }]) => {
    const stored = storedOf(key)
    return stored !== undefined && stored.version !== baseVersion
  })

/**
 * The drafts with another of a cell, or with none of it. What is typed on stays made from the version that was on the screen
 * when typing began, so that what somebody else stores meanwhile is asked about.
 */
export function withDraft(drafts: ReadonlyMap<string, CellDraft>, key: string, draft: CellDraft | null) {
  const next = new Map(drafts)
  if (draft) next.set(key, { ...draft, baseVersion: drafts.get(key)?.baseVersion ?? draft.baseVersion })
  else next.delete(key)
  return next
}

/** The drafts without those that were saved; what was typed on meanwhile stays, made from what is stored now. */
export function afterSaving(
  drafts: ReadonlyMap<string, CellDraft>,
  saved: ReadonlyMap<string, CellDraft>,
  storedOf: (key: string) => StoredCell | undefined,
) {
  const left = [...drafts].filter(([key, draft]) => saved.get(key) !== draft)
  return new Map(
    left.map(([key, draft]) => [
      key,
      saved.has(key) ? { ...draft, baseVersion: storedOf(key)?.version ?? draft.baseVersion } : draft,
    ]),
  )
}

/** The drafts that can be read and that nobody else has changed meanwhile. */
export const storableOf = (drafts: ReadonlyMap<string, CellDraft>, changed: ReadonlySet<string>) =>
  new Map([...drafts].filter(([key, { problem }]) => !problem && !changed.has(key)))

/** Differs where what would be stored differs. */
export const signOf = (drafts: ReadonlyMap<string, CellDraft>) =>
  [...drafts].map(([key, { mark, state, baseVersion }]) => [key, mark, state, baseVersion].join(' ')).join('|')

/** The drafts in portions that one call stores. */
export const portionsOf = (drafts: ReadonlyMap<string, CellDraft>, most: number) =>
  Array.from(
    { length: Math.ceil(drafts.size / most) },
    (_, nth) => new Map([...drafts].slice(nth * most, (nth + 1) * most)),
  )

/** Whether a draft changes a mark or a state that is stored, and is not the first of its cell. */
export const isCorrection = (stored: StoredCell | undefined) =>
  stored !== undefined && (stored.mark !== null || stored.state !== null)

type Translate = (key: string) => string

/** What stands in a cell: the mark, or the letter of its state. */
export const shownCell = ({ mark, state }: { mark: number | null; state: MarkState | null }, t: Translate) =>
  state ? t(`results.letter.${state}`) : String(mark ?? '')

/** Computed points, with their full mark where a part that is left out makes it more than the heading says. */
export const shownPoints = ({ points, fullMark }: { points: number | null; fullMark: number }, ofColumn: number) => {
  if (points === null) return '–'
  return fullMark === ofColumn ? String(points) : `${points}/${fullMark}`
}

/** What a person typed: nothing, a mark up to the full one with at most two decimals, or the letter or word of a state. */
export function readCell(typed: string, fullMark: number, t: Translate): Pick<CellDraft, 'mark' | 'state' | 'problem'> {
  const text = plainDigits(typed).trim().replace(/[,٫]/, '.')
  if (text === '') return { mark: null, state: null, problem: false }
  const state = resultStates.find((one) =>
    [t(`results.letter.${one}`), t(`results.state.${one}`)].some((word) => word.toLowerCase() === text.toLowerCase()),
  )
  if (state) return { mark: null, state, problem: false }
  const share = shareIn(text.replace(/\s/g, ''), fullMark)
  if (share !== null) return { mark: share, state: null, problem: false }
  const mark = /^\d{1,4}(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  return mark <= fullMark ? { mark, state: null, problem: false } : { mark: null, state: null, problem: true }
}

/** The next of the rows that have a field, below (`step` 1) or above (-1). */
export function nextRow(rows: readonly number[], row: number, step: number) {
  const there = rows.filter((one) => (one - row) * step > 0)
  if (there.length === 0) return null
  return step > 0 ? Math.min(...there) : Math.max(...there)
}
