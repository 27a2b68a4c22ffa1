import { useCallback, useSyncExternalStore } from 'react'
import { type CivilDay, todayIn } from './days.ts'

/** How often a page that stays open looks at the calendar, in ms. */
const pace = 30_000

/** Calls `onDay` when another civil day has begun in a time zone, also while the device slept; answers how to stop. */
export function whenDayBegins(timeZone: string, onDay: () => void) {
  let day = todayIn(timeZone)
  const compare = () => {
    const today = todayIn(timeZone)
    if (today === day) return
    day = today
    onDay()
  }
  const timer = setInterval(compare, pace)
  // A timer of a page that is not seen may rest for hours: it is compared before anybody reads it.
  document.addEventListener('visibilitychange', compare)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', compare)
  }
}

/** The civil day it is in a school's time zone; a page that is left open over midnight goes on to the next. */
export function useToday(timeZone: string): CivilDay {
  const subscribe = useCallback((onDay: () => void) => whenDayBegins(timeZone, onDay), [timeZone])
  return useSyncExternalStore(subscribe, () => todayIn(timeZone))
}
