import { useEffect, useRef } from 'react'
import { home } from '#contract/home/home.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { stale, useRead } from '#web/lib/api.ts'
import { epoch } from '#web/lib/clock.ts'
import { useLive } from '#web/lib/live.ts'

export type Home = OutputOf<typeof home.school>
export type ClassToday = Home['classes'][number]
export type WorkAtHome = Home['unmarked'][number]

/** The year of a class where it is not the current one. */
export const otherYearOf = (otherYears: Home['otherYears'], { id }: Pick<ClassToday, 'id'>) =>
  otherYears.find(({ classIds }) => classIds.includes(id))?.name ?? null

/** A morning brings a register every few seconds; the figures need not follow each of them at once. */
const pause = 4000

/** What the home of a school shows, read again while it is open when something of it changed. */
export function useHome(schoolId: string) {
  const query = useRead(home.school, { schoolId })
  const readAt = useRef(0)
  useEffect(() => void (readAt.current = epoch()), [query.dataUpdatedAt])
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])

  useLive('school', schoolId, (change) => {
    const age = epoch() - readAt.current
    if (!change && age < pause) return // the connection was opened, and nothing is known to have changed
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => void stale(home.school), Math.max(0, pause - age))
  })
  return query
}
