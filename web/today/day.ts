import { useEffect, useMemo } from 'react'
import { today } from '#contract/today.ts'
import { useRead } from '#web/lib/api.ts'
import { mayPass } from '#web/lib/query.ts'
import { useSession } from '#web/lib/session.ts'
import { dropDay, keepDay, keptDay } from './kept.ts'

/** A parent's day: what was kept is shown at once, and stays while there is no network (`away`). */
export function useDay() {
  const { user } = useSession()
  const personId = user?.id ?? ''
  const { data, error, fetchStatus, refetch } = useRead(today.get, {})
  const kept = useMemo(() => keptDay(personId), [personId])
  const isRefused = error !== null && !mayPass(error)
  useEffect(() => {
    if (isRefused) dropDay()
    else if (data) keepDay(personId, data)
  }, [data, personId, isRefused])

  return {
    day: isRefused ? undefined : (data ?? kept ?? undefined),
    away: fetchStatus === 'paused' || error !== null,
    error,
    again: refetch,
  }
}
