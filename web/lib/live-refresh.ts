import { useEffect, useState } from 'react'
import type { LiveChange } from '#contract/platform/live/live.ts'
import type { Operation } from '#contract/language/operation.ts'
import { ageOf, stale } from './api.ts'
import { useLive } from './live.ts'

/** Reads less of a screen's data: only what a register changes. */
type ReadLess = () => Promise<unknown>

/**
 * Reads a screen's data again when something changes in its school, at most once in `pause` ms: in the morning a register is saved
 * every few seconds, and a screen need not show each one at once. `afterRegister` reads less where nothing but registers was saved.
 */
export function useLiveRefresh(schoolId: string, read: Operation, pause = 1000, afterRegister?: ReadLess) {
  const [{ hear, stop }] = useState(() => liveRefresh(read, pause))
  useLive('school', schoolId, (change) => hear(change, afterRegister))
  useEffect(() => stop, [stop])
}

/** The same outside of a component. `hear` is called as a listener to live events is. If reading less fails, everything is read. */
export function liveRefresh(read: Operation, pause: number) {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let isAll = false
  const again = (less?: ReadLess) => {
    if (isAll || !less) void stale(read)
    else less().catch(() => stale(read))
    isAll = false
  }
  return {
    hear: (change: LiveChange | null, afterRegister?: ReadLess) => {
      const age = ageOf(read) ?? 0
      if (!change && age < pause) return // a connection was opened, and nothing is known to have changed
      isAll ||= change?.part !== 'register'
      clearTimeout(waiting)
      waiting = setTimeout(() => again(afterRegister), Math.max(0, pause - age))
    },
    stop: () => clearTimeout(waiting),
  }
}
