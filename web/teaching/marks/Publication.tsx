import { useStore } from 'zustand'
import type { Kind, Work } from '#web/teaching/class-work/kind.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { isMarked } from './reading.ts'
import { isUnsaved, type Marks, ratingOf } from './sheet.ts'

/** Whether parents see these marks, for a kind of work that has drafts. */
export function Publication({ kind, marks, ...of }: { kind: Kind; marks: Marks; work: Work; schoolId: string }) {
  const cells = [...useStore(marks.store, (sheet) => sheet.cells).values()]
  const Shown = kind.publishing?.OfWork
  // A school that publishes marks at once needs no hint.
  if (!Shown || of.work.marksState === 'atOnce') return null
  const done = cells.filter((cell) => isMarked(ratingOf(cell))).length
  return (
    <LazyPart>
      <Shown {...of} done={done} all={cells.length} isSaving={cells.some(isUnsaved)} />
    </LazyPart>
  )
}
