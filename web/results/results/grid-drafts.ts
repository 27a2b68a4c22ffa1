import { useState } from 'react'
import { cellsAtOnce, results } from '#contract/results/results/results.ts'
import { stale } from '#web/lib/api.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { useDiscarding, useEditorDraft, useKeeping } from '#web/ui/editor-draft.ts'
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

/** As it is kept when the page is left. */
type Typed = { drafts: [string, CellDraft][]; words: typeof noWords; correcting: string | null }

/**
 * What is typed in a grid of results and not stored yet, and what storing it meets. `correcting`: why marks of a closed term are corrected, in
 * place of a reason of each cell.
 */
export function useGridDrafts(grid: GridOfResults, place: Place) {
  const cellsOf = storedCells(grid)
  const draft = useEditorDraft<Typed>(`${place.classRoomId} ${place.courseId} ${place.termId}`)
  const { restored } = draft
  // Of a student who has left since, or of a part that is no more, nothing can be stored.
  const [drafts, setDrafts] = useState<ReadonlyMap<string, CellDraft>>(
    () => new Map(restored?.drafts.filter(([key]) => cellsOf.has(key))),
  )
  const [words, setWords] = useState(restored?.words ?? noWords)
  const [correcting, setCorrecting] = useState(restored?.correcting ?? null)
  const afterClosing = grid.closing && correcting
  const change = useChange(results.save)
  const { saving, save: send } = useSaving()
  useKeeping(draft, drafts.size > 0 ? { drafts: [...drafts], words, correcting } : null)
  const cancel = useDiscarding(draft, () => {
    setDrafts(new Map())
    setWords(noWords)
  })
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
    restored: restored !== null && drafts.size > 0,
    drafts,
    correcting,
    setCorrecting,
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
    cancel,
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
