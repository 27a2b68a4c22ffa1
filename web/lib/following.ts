import { useEffect, useState } from 'react'
import type { LiveChange } from '#contract/platform/live/live.ts'
import type { Operation } from '#contract/language/operation.ts'
import { ageOf, stale } from './api.ts'
import { useLive } from './live.ts'

/**
 * Reads a screen's data again when something changes in its school, at most once in `pause` ms: in the morning a register is saved
 * every few seconds, and a screen need not show each one at once.
 */
export function useFollowed(schoolId: string, read: Operation, pause = 1000) {
  const [{ hear, stop }] = useState(() => readingAgain(read, pause))
  useLive('school', schoolId, hear)
  useEffect(() => stop, [stop])
}

/** The same outside of a component. `hear` is called as a listener to live events is. */
export function readingAgain(read: Operation, pause: number) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  return {
    hear: (change: LiveChange | null) => {
      const age = ageOf(read) ?? 0
      if (!change && age < pause) return // a connection was opened, and nothing is known to have changed
      clearTimeout(waiting)
      waiting = setTimeout(() => void stale(read), Math.max(0, pause - age))
    },
    stop: () => clearTimeout(waiting),
  }
}
