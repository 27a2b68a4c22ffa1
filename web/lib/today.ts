import { useCallback, useSyncExternalStore } from 'react'
import { type CivilDay, todayIn } from './days.ts'

/** How often an open page checks the date, in ms. */
const pace = 30_000

/** Calls `onDay` when a new civil day has begun in a time zone, also while the device was asleep. Returns the function that stops it. */
export function whenDayBegins(timeZone: string, onDay: () => void) {
  let day = todayIn(timeZone)
  const compare = () => {
    const today = todayIn(timeZone)
    if (today === day) return
    day = today
    onDay()
  }
  const timer = setInterval(compare, pace)
  // The browser may pause timers of a hidden page for hours, so the day is also compared when the page is shown again.
  document.addEventListener('visibilitychange', compare)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', compare)
  }
}

/** Today's civil day in a school's time zone; a page that stays open over midnight moves on to the next day. */
export function useToday(timeZone: string): CivilDay {
  const subscribe = useCallback((onDay: () => void) => whenDayBegins(timeZone, onDay), [timeZone])
  return useSyncExternalStore(subscribe, () => todayIn(timeZone))
}
