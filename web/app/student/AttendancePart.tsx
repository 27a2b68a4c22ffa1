import { ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { useList, useRead } from '#web/lib/api.ts'
import { dayAfter, isCivilDay, nameOfMonth } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { MonthGrid } from '#web/overviews/student-overview/MonthGrid.tsx'
import type { Overview } from '#web/overviews/student-overview/overview.ts'
import { ExcuseButton } from '#web/people/parents/ExcuseButton.tsx'
import type { ShownYear } from '#web/teaching/class-work/school-year.ts'
import { AttendanceTable } from '#web/teaching/attendance/AttendanceTable.tsx'
import { Digits } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'

const AbsenceCounts = lazy(
  part(async () => (await import('#web/teaching/absence/AbsenceCounts.tsx')).AbsenceCounts, '.absence'),
)
const ChildExcuses = lazy(
  part(async () => (await import('#web/teaching/absence/ChildExcuses.tsx')).ChildExcuses, '.absence'),
)

type Props = {
  overview: Overview
  year: Pick<ShownYear, 'yearId' | 'known'>
  /** Whether the reader may excuse an absence. */
  asks?: boolean
  forParents?: boolean
}

/** The attendance of a student: a month by its days, what the rules of the school count, and the days of the year as a list. */
export function AttendancePart({ overview, year: { yearId, known }, asks = false, forParents = false }: Props) {
  const { t } = useTranslation()
  const { studentId } = overview
  const [listed, setListed] = useState(!forParents)
  return (
    <div className="space-y-5">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Month overview={overview} asks={asks} />
        <div>
          <LazyPart fallback={<Loading count={2} />}>
            <AbsenceCounts studentId={studentId} forParents={forParents && asks} />
            {forParents && <ChildExcuses studentId={studentId} />}
          </LazyPart>
        </div>
      </div>
      <details open={listed} onToggle={({ currentTarget }) => setListed(currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer py-2 font-medium text-primary">{t('attendance.allDays')}</summary>
        {listed && (known ? <AttendanceTable studentId={studentId} yearId={yearId} /> : <Loading count={4} />)}
      </details>
    </div>
  )
}

/** One month as squares. The address names it; the current one without. */
function Month({ overview, asks }: { overview: Overview; asks: boolean }) {
  const { t, language } = useTranslation()
  const { studentId, classRoomId, today } = overview
  const [query, setQuery] = useSearchParams()
  const named = `${query.get('month')}-01`
  const first = isCivilDay(named) ? named : `${today.slice(0, 8)}01`
  const last = dayAfter(monthAfter(first), -1)
  const { rows, error, refetch, isPlaceholderData } = useList(attendance.list, {
    studentId,
    dateFrom: first,
    dateTo: last,
    pageSize: 100,
  })
  const counted = useRead(calendar.count, { classRoomId, dateFrom: first, dateTo: last })
  const turn = (day: string) => {
    const next = new URLSearchParams(query)
    next.set('month', day.slice(0, 7))
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const toExcuse = (day: string) => {
    const next = new URLSearchParams(query)
    next.set('excuse', day)
    return `?${next}`
  }
  const title = `${nameOfMonth(first, language)} ${first.slice(0, 4)}`
  return (
    <section aria-label={t('student.month', { month: title })}>
      <div className="-mt-2 flex flex-wrap items-center gap-1">
        <IconButton label={t('student.monthBefore')} onClick={() => turn(dayAfter(first, -1))}>
          <ChevronLeft className="mirror-rtl size-5" aria-hidden="true" />
        </IconButton>
        <h2 role="status" className="text-base">
          {nameOfMonth(first, language)} <Digits>{first.slice(0, 4)}</Digits>
        </h2>
        <IconButton label={t('student.monthAfter')} onClick={() => turn(monthAfter(first))}>
          <ChevronRight className="mirror-rtl size-5" aria-hidden="true" />
        </IconButton>
        {asks && (
          <span className="ms-auto">
            <ExcuseButton />
          </span>
        )}
      </div>
      {!rows || isPlaceholderData ? (
        <LoadingOrFailed error={error} again={refetch} count={5} />
      ) : (
        <MonthGrid
          label={t('student.month', { month: title })}
          month={first}
          today={today}
          marks={rows.map(({ date: day, state }) => ({ day, state }))}
          closedDays={counted.data?.closedDays ?? []}
          toExcuse={asks ? toExcuse : undefined}
        />
      )}
    </section>
  )
}

const monthAfter = (first: string) => `${dayAfter(first, 31).slice(0, 8)}01`
