import { useEffect, useRef, useState } from 'react'
import { staleAfter } from '#web/lib/api.ts'
import { useLive } from '#web/lib/live.ts'
import { queryClient } from '#web/lib/query.ts'
import type { Kind, Result, Work } from '#web/teaching/class-work/kind.ts'
import { savingOf, storedOf } from './saving.ts'
import { isUnsaved, type Marks, marksOf, type Stored } from './sheet.ts'

type Reading = { kind: Kind; work: Work; results: Result[]; again: () => unknown }

/**
 * The marks of a piece of work. They are updated when other people store marks. The browser warns before a page with unsaved
 * marks is closed.
 */
export function useMarks({ kind, work, results, again }: Reading): Marks {
  const [marks] = useState(() => marksOf(rowsOf(results), work.rate, savingOf(kind, work.id)))
  useEffect(() => marks.receive(rowsOf(results), work.rate), [marks, results, work.rate])

  const reading = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLive(kind.topic, work.id, (change) => {
    if (change?.studentId && marks.knows(change.studentId, change.version)) return
    clearTimeout(reading.current)
    // Waits a moment, because changes of other people arrive in groups.
    reading.current = setTimeout(again, change ? 250 : 0)
  })

  useEffect(() => warnWhileUnsaved(marks), [marks])
  useEffect(() => () => forget(kind), [kind])
  return marks
}

/** The stored marks may change after the screen is closed, so the next visit starts from a new read. */
function forget(kind: Kind) {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === kind.results.list.path })
  void staleAfter(kind.work.list) // This list shows how many are marked; other lists show the marks themselves.
}

const rowsOf = (results: Result[]): [string, Stored][] => results.map((row) => [row.studentId, storedOf(row)])

/** Makes the browser warn before it closes a page with unsaved marks. */
function warnWhileUnsaved({ store }: Marks) {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  const follow = () => {
    const isOpen = [...store.getState().cells.values()].some(isUnsaved) || store.getState().typing?.text != null
    if (isOpen) addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
  }
  const stop = store.subscribe(follow)
  return () => {
    stop()
    removeEventListener('beforeunload', warn)
  }
}
