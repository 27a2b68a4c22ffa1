import { useSearchParams } from 'react-router'
import type { CivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { monthOf } from './calendar.ts'
import { MonthOfDays } from './MonthOfDays.tsx'
import { RegisterTab } from './RegisterTab.tsx'

type Props = { classRoomId: string; schoolId: string; today: CivilDay }

/** The days of a class, month by month; a day opens as its register, to be read or corrected. Both stand in the address. */
export function HistoryTab({ classRoomId, schoolId, today }: Props) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const day = query.get('day')
  const monthInUrl = query.get('month')
  const month =
    monthInUrl && /^\d{4}-(0[1-9]|1[0-2])$/.test(monthInUrl) && monthInUrl <= monthOf(today)
      ? monthInUrl
      : monthOf(today)

  const go = (to: { day?: string; month?: string }, replace = false) => {
    const next = new URLSearchParams(query)
    next.delete('day')
    for (const [name, value] of Object.entries(to)) next.set(name, value)
    setQuery(next, { replace, preventScrollReset: to.day === undefined })
  }

  if (!day)
    return (
      <MonthOfDays
        classRoomId={classRoomId}
        schoolId={schoolId}
        month={month}
        today={today}
        onMonth={(chosen) => go({ month: chosen }, true)}
        onOpen={(chosen) => go({ day: chosen })}
      />
    )
  return (
    <>
      <Button tone="quiet" className="-ms-3 mb-3" onClick={() => go({ month: monthOf(day) })}>
        {t('attendance.allDays')}
      </Button>
      <RegisterTab classRoomId={classRoomId} day={day} />
    </>
  )
}
