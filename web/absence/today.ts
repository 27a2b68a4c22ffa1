import { useEffect, useRef } from 'react'
import { desk } from '#contract/absence/desk.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { stale, useRead } from '#web/lib/api.ts'
import { useLive } from '#web/lib/live.ts'

export type Desk = OutputOf<typeof desk.get>
export type DeskStudent = Desk['students'][number]
export type HomePhone = DeskStudent['guardians'][number]

/** Registers come in several a second in the morning; the desk follows once in so many ms. */
const pause = 1500

/** The desk of a school, read again while it is open when something of it changed. */
export function useDesk(schoolId: string) {
  const query = useRead(desk.get, { schoolId })
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  useLive('school', schoolId, (change) => {
    if (!change) return
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => void stale(desk.get), pause)
  })
  return query
}

/** Whether somebody still has to do something about a student: nobody was reached, and no excuse was accepted. */
export const isOpen = ({ state, call, excuse }: DeskStudent) =>
  state === 'absent' && call?.outcome !== 'reached' && excuse?.accepted !== true
