import { useState } from 'react'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { useRead } from '#web/lib/api.ts'

/**
 * Whether the results of the term are closed to which a day of a class belongs; undefined until that is known for the first time, so that a
 * list can wait for what stands above it and what is typed below stays. What cannot be read, as without a network, holds nothing up.
 */
export function useClosedTerm(classRoomId: string | undefined, day: string | undefined): boolean | undefined {
  const isAsked = Boolean(classRoomId && day)
  const [last, setLast] = useState<boolean>()
  const { data, failureCount, isPaused } = useRead(
    calendar.count,
    { classRoomId: classRoomId ?? '', dateFrom: day ?? '', dateTo: day ?? '' },
    { enabled: isAsked },
  )
  const answer = data?.resultsClosed ?? (isAsked && (failureCount > 0 || isPaused) ? false : undefined)
  if (answer !== undefined && answer !== last) setLast(answer)
  return isAsked ? (answer ?? last) : undefined
}
