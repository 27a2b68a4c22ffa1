import { shownDay, todayIn } from '#web/lib/days.ts'
import { Digits } from './Bdi.tsx'

/** An instant by the clock of the device: 2026/11/02 14:05. */
export function Moment({ at }: { at: string }) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const time = new Date(at)
  const clock = `${String(time.getHours()).padStart(2, '0')}:${String(time.getMinutes()).padStart(2, '0')}`
  return (
    <time dateTime={at} className="whitespace-nowrap">
      <Digits>
        {shownDay(todayIn(timeZone, time))} {clock}
      </Digits>
    </time>
  )
}
