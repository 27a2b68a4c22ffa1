import { useState } from 'react'
import { cellsAtOnce, results } from '#contract/results/results/results.ts'
import { putAnswer } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query.ts'
import { useDiscarding, useEditorDraft, useKeeping } from '#web/ui/editor-draft.ts'
import { toastRefusal } from '#web/ui/toast.ts'
import {
  afterSaving,
  type CellDraft,
  changedMeanwhile,
  isCorrection,
  portionsOf,
  signOf,
  type StoredCell,
  storableOf,
  withDraft,
} from './cells.ts'
import type { GridOfResults } from './plan.ts'
import { type OnAway, storedUntilAnswered, useStoredWhenLeft, useStoring } from './storing.ts'

type Place = { classRoomId: string; courseId: string; termId: string }

const noWords = { reason: '', origin: '' }

/** As it is kept when the page is left. */
type Typed = { drafts: [string, CellDraft][]; words: typeof noWords; correcting: string | null }

/**
 * What is typed in a grid of results. It is stored by itself once its cell is left, one call at a time. What cannot be read, what somebody
 * else has changed, and what was restored waits for the person; without a network all of it waits. `correcting`: why marks of a closed term are
 * corrected, in place of a reason of each cell.
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
  const [typing, setTyping] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(drafts.size > 0)
  const afterClosing = grid.closing && correcting
  useKeeping(draft, drafts.size > 0 ? { drafts: [...drafts], words, correcting } : null)
  const meanwhile = changedMeanwhile(drafts, (key) => cellsOf.get(key))
  const storable = storableOf(drafts, new Set(meanwhile.map(([key]) => key)))
  const ready = new Map([...storable].filter(([key]) => key !== typing))

  const sent = ([key, { problem: _, text: __, ...cell }]: [string, CellDraft]) => ({
    ...cell,
    ...(isCorrection(cellsOf.get(key))
      ? words.reason.trim() !== '' && { reason: words.reason }
      : words.origin.trim() !== '' && { origin: words.origin }),
  })

  async function store(all: ReadonlyMap<string, CellDraft>, onAway: OnAway) {
    for (const portion of portionsOf(all, cellsAtOnce)) {
      const input = { ...place, ...(afterClosing && { afterClosing }), marks: [...portion].map(sent) }
      const answer = await storedUntilAnswered(results.save, input, onAway)
      const now = storedCells(answer)
      void queryClient.invalidateQueries({ refetchType: 'none' })
      putAnswer(results.grid, place, answer)
      setDrafts((before) => afterSaving(before, portion, (key) => now.get(key)))
    }
  }

  const { state, isRefused, again } = useStoring({ ready, sign: signOf(ready), of: results.grid, isAsked, store })
  useStoredWhenLeft(() => {
    if (isAsked || state !== 'idle' || storable.size === 0) return
    void store(storable, () => {}).then(() => storable.size === drafts.size && draft.drop(), toastRefusal)
  })
  const cancel = useDiscarding(draft, () => {
    setDrafts(new Map())
    setWords(noWords)
    setAsked(false)
  })

  return {
    restored: restored !== null && drafts.size > 0,
    drafts,
    correcting,
    setCorrecting,
    words,
    setWords,
    meanwhile,
    wrong: [...drafts.values()].some(({ problem }) => problem),
    isAfterClosing: afterClosing !== null && afterClosing !== '',
    isAway: state === 'away',
    isSending: state === 'sending',
    /** Whether it is stored only when the person says so. */
    mustSay: isAsked || isRefused,
    /** Whether leaving the grid loses something. */
    isLost: drafts.size > storable.size || (drafts.size > 0 && (isAsked || isRefused || state === 'away')),
    isMeanwhile: (key: string) => meanwhile.some(([changed]) => changed === key),
    onTyping: setTyping,
    put: (key: string, draft: CellDraft | null) => {
      setAsked(false)
      setDrafts((before) => withDraft(before, key, draft))
    },
    save: () => {
      setAsked(false)
      again()
    },
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
