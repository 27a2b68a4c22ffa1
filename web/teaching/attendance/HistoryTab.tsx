import { useSearchParams } from 'react-router'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import type { YearOfSchool } from '#web/teaching/class-work/school-year.ts'
import type { WorkClass } from '#web/teaching/class-work/work-fields.ts'
import { useRead } from '#web/lib/api.ts'
import { type CivilDay, dayInAddress } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty } from '#web/ui/States.tsx'
import { monthIn, monthOf, termOf } from './calendar.ts'
import { MonthOfDays } from './MonthOfDays.tsx'
import { RegisterTab } from './RegisterTab.tsx'

type Props = {
  classRoom: WorkClass
  today: CivilDay
  year: YearOfSchool | undefined
  isOther: boolean
}

/**
 * The days of a class in a school year, month by month; a day opens as its register, to be read or corrected. Both stand
 * in the address. A year that is over opens with its last month that has a register.
 */
export function HistoryTab({ classRoom, today, year, isOther }: Props) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const day = dayInAddress(query, 'day')
  const latest = useRead(
    attendance.sheets,
    { classRoomId: classRoom.id, yearId: year?.id ?? '', pageSize: 1 },
    { enabled: isOther && !day && !query.has('month') },
  )

  const go = (to: { day?: string; month?: string }, replace = false) => {
    const next = new URLSearchParams(query)
    next.delete('day')
    for (const [name, value] of Object.entries(to)) next.set(name, value)
    setQuery(next, { replace, preventScrollReset: to.day === undefined })
  }

  if (day)
    return (
      <>
        <Button tone="quiet" className="-ms-3 mb-3" onClick={() => go({ month: monthOf(day) })}>
          {t('attendance.allDays')}
        </Button>
        <RegisterTab classRoom={classRoom} day={day} today={today} />
      </>
    )
  if (latest.isLoading) return <Loading count={4} />

  if (latest.data?.length === 0) return <Empty sentence={t('work.emptyYear')} />

  const term = termOf(year, today)
  return (
    <MonthOfDays
      classRoom={classRoom}
      month={monthIn(term, query.get('month') ?? monthOf(latest.data?.[0]?.date ?? term.last))}
      today={today}
      term={term}
      yearId={year?.id}
      onMonth={(chosen) => go({ month: chosen }, true)}
      onOpen={(chosen) => go({ day: chosen })}
    />
  )
}
