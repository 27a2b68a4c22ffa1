import { shownDay, todayIn, zoneOfDevice } from '#web/lib/days.ts'
import { Digits } from './Bdi.tsx'

/** A moment by the clock of the device, or of a time zone: 2026/11/02 14:05. */
export function Moment({ at, timeZone = zoneOfDevice() }: { at: string; timeZone?: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      <Digits>{momentText(at, timeZone)}</Digits>
    </time>
  )
}

/** The same as text. */
export function momentText(at: string, timeZone = zoneOfDevice()) {
  const time = new Date(at)
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(time)
  return `${shownDay(todayIn(timeZone, time))} ${clock}`
}
