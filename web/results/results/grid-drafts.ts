import { useState } from 'react'
import { cellsAtOnce, results } from '#contract/results/results/results.ts'
import { stale } from '#web/lib/api.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import {
  afterSaving,
  type CellDraft,
  changedMeanwhile,
  isCorrection,
  portionsOf,
  type StoredCell,
  withDraft,
} from './cells.ts'
import type { GridOfResults } from './plan.ts'

type Place = { classRoomId: string; courseId: string; termId: string }

const noWords = { reason: '', origin: '' }

/**
 * What is typed in a grid of results and not stored yet, and what storing it meets. `afterClosing`: why marks of a closed term are corrected,
 * in place of a reason of each cell.
 */
export function useGridDrafts(grid: GridOfResults, place: Place, afterClosing: string | null) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, CellDraft>>(new Map())
  const [words, setWords] = useState(noWords)
  const change = useChange(results.save)
  const { saving, save: send } = useSaving()
  const cellsOf = storedCells(grid)
  const meanwhile = changedMeanwhile(drafts, (key) => cellsOf.get(key))

  const sent = ([key, { problem: _, text: __, ...cell }]: [string, CellDraft]) => ({
    ...cell,
    ...(isCorrection(cellsOf.get(key))
      ? words.reason.trim() !== '' && { reason: words.reason }
      : words.origin.trim() !== '' && { origin: words.origin }),
  })

  async function storeAll() {
    try {
      for (const portion of portionsOf(drafts, cellsAtOnce)) {
        const now = storedCells(
          await change({ ...place, ...(afterClosing && { afterClosing }), marks: [...portion].map(sent) }),
        )
        setDrafts((before) => afterSaving(before, portion, (key) => now.get(key)))
      }
      setWords(noWords)
    } catch (problem) {
      void stale(results.grid)
      throw problem
    }
  }

  return {
    drafts,
    words,
    setWords,
    saving,
    meanwhile,
    wrong: [...drafts.values()].some(({ problem }) => problem),
    corrects: !afterClosing && [...drafts.keys()].some((key) => isCorrection(cellsOf.get(key))),
    enters: [...drafts.keys()].some((key) => !isCorrection(cellsOf.get(key))),
    isMeanwhile: (key: string) => meanwhile.some(([changed]) => changed === key),
    put: (key: string, draft: CellDraft | null) => setDrafts((before) => withDraft(before, key, draft)),
    save: () => void send(storeAll),
    cancel: () => setDrafts(new Map()),
    keepMine: () =>
      setDrafts((before) => {
        const next = new Map(before)
        for (const [key, draft] of meanwhile) next.set(key, { ...draft, baseVersion: cellsOf.get(key)!.version })
        return next
      }),
    takeTheirs: () =>
      setDrafts((before) => new Map([...before].filter(([key]) => !meanwhile.some(([changed]) => changed === key)))),
  }
}

/** The cells as they are stored, by the keys of their drafts. */
const storedCells = (grid: GridOfResults): ReadonlyMap<string, StoredCell> =>
  new Map(
    grid.students.flatMap(({ studentId, cells, second }) => [
      ...grid.parts.map(({ id }, nth) => [`${studentId} ${id} 1`, cells[nth]!] as const),
      [`${studentId} ${grid.courseId} 2`, second] as const,
    ]),
  )
