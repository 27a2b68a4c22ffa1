import { useEffect, useMemo } from 'react'
import { today } from '#contract/overviews/today/today.ts'
import { dropFirstView } from '#web/lib/first-view.ts'
import { useRead } from '#web/lib/api.ts'
import { mayPass } from '#web/lib/query.ts'
import { useSession } from '#web/lib/session.ts'
import { dropDay, storeDay, storedDay } from './stored-day.ts'

/** A parent's day: what was kept is shown at once, and stays while there is no network (`away`). */
export function useDay() {
  const { user } = useSession()
  const personId = user?.id ?? ''
  const { data, error, failureReason, refetch } = useRead(today.get, {})
  const kept = useMemo(() => storedDay(personId), [personId])
  const isRefused = error !== null && !mayPass(error)
  useEffect(() => {
    if (isRefused) {
      dropDay()
      dropFirstView()
    } else if (data) storeDay(personId, data)
  }, [data, personId, isRefused])

  const away = failureReason !== null
  useEffect(() => {
    if (!away) return
    const again = () => void refetch()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [away, refetch])

  return {
    day: isRefused ? undefined : (data ?? kept ?? undefined),
    away,
    error,
    again: refetch,
  }
}
