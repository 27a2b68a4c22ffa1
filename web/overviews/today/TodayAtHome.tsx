import { CloudOff } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { todayIn, zoneOfDevice } from '#web/lib/days.ts'
import { useKeptFirstView } from '#web/lib/first-view.ts'
import { openOffline } from '#web/lib/worker.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ChildsDay } from './ChildsDay.tsx'
import { MeetingsToBook } from './MeetingsToBook.tsx'
import { NewPosts } from './NewPosts.tsx'
import { useDay } from './day.ts'

type Props = {
  /** What else is of the day. */
  children: ReactNode
  /** What stands below all of it and is the same on every day. */
  below: ReactNode
}

/** A parent's day: a card a child, children with news first. What stands below waits until the height is known. */
export function TodayAtHome({ children, below }: Props) {
  const { t } = useTranslation()
  const { day, away, error, again } = useDay()
  useKeptFirstView(away ? null : day, { whole: !children })
  useEffect(() => void openOffline().catch(() => undefined), [])
  return (
    <>
      <section aria-labelledby="today" className="mb-8">
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="today" className="text-xl">
            {t('attendance.today')}
          </h2>
          {day && <AsOf at={day.asOf} away={away} />}
        </div>
        {day && <NewPosts day={day} />}
        {day && <MeetingsToBook meetings={day.meetings} />}
        <RowStates
          rows={day?.children}
          error={error}
          again={again}
          as="cards"
          count={2}
          empty={<Empty sentence={t('children.empty')} />}
        >
          {(ofParent) => (
            <ul className="grid items-start gap-4 lg:grid-cols-2">
              {newsFirst(ofParent).map((child) => (
                <ChildsDay key={child.studentId} child={child} />
              ))}
            </ul>
          )}
        </RowStates>
      </section>
      {(day || error) && (
        <>
          {children}
          {below}
        </>
      )}
    </>
  )
}

function AsOf({ at, away }: { at: string; away: boolean }) {
  const { t } = useTranslation()
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted">
      {away && <CloudOff className="size-4 shrink-0 text-wait" aria-hidden="true" />}
      <span>
        {away && `${t('today.away')} `}
        {t('today.asOf')} <Clock at={at} />
      </span>
    </p>
  )
}

/** 10:42, and the day too where it is another one. */
function Clock({ at }: { at: string }) {
  const timeZone = zoneOfDevice()
  const time = new Date(at)
  if (todayIn(timeZone, time) !== todayIn(timeZone)) return <Moment at={at} />
  return (
    <time dateTime={at}>
      <Digits>{[time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')}</Digits>
    </time>
  )
}

const newsFirst = <Child extends { unread: number }>(children: Child[]) =>
  children.toSorted((one, other) => Number(other.unread > 0) - Number(one.unread > 0))
