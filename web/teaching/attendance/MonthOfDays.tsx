import { ChevronLeft, ChevronRight } from 'lucide-react'
import { attendance, isRecordable } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import type { WorkClass } from '#web/teaching/class-work/work-fields.ts'
import { useMay, useRead, useWhole } from '#web/lib/api.ts'
import { type CivilDay, shownDay, weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Failed } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { bounds, isInTerm, type Month, monthAfter, monthName, monthOf, type Term, weeksOf } from './calendar.ts'
import { CalendarDay } from './CalendarDay.tsx'
import { ChartTools } from '#web/ui/ChartTools.tsx'
import { Counts, inOrder, sumOf } from '#web/ui/Counts.tsx'

type Props = {
  classRoom: WorkClass
  month: Month
  today: CivilDay
  /** The days that are shown, and the school year they are of. */
  term: Term
  yearId: string | undefined
  onMonth: (month: Month) => void
  onOpen: (day: CivilDay) => void
}

/** One month of a class as a calendar: each day with what its register counted, and the month in all. */
export function MonthOfDays(props: Props) {
  const { classRoom, month, today, term, yearId, onMonth, onOpen } = props
  const { t, language } = useTranslation()
  const mayTake = useMay(attendance.save, classRoom.schoolId) && classRoom.active
  const { first, last } = bounds(month)
  const request = { classRoomId: classRoom.id, dateFrom: first, dateTo: last, ...(yearId && { yearId }) }
  const { data, error, refetch } = useWhole(attendance.sheets, request)
  const counted = useRead(calendar.count, { classRoomId: classRoom.id, dateFrom: first, dateTo: last })
  if (error && !data) return <Failed error={error} again={refetch} />

  const sheets = new Map(data?.map((sheet) => [sheet.date, sheet]))
  const closed = new Set(counted.data?.closedDays)
  const isOpen = (day: CivilDay) => sheets.has(day) || (mayTake && isInTerm(term, day) && isRecordable(day, today))
  const weeks = weeksOf(month, language)
  return (
    <section aria-label={t('attendance.history')}>
      <div className="mb-3 flex flex-wrap items-center gap-x-1 gap-y-2">
        <Turning month={month} term={term} onMonth={onMonth} />
        <span className="flex-1" />
        {data && !counted.isLoading && month === monthOf(today) && !sheets.has(today) && (
          <StatusBadge
            status={closed.has(today) ? 'neutral' : 'waiting'}
            word={t(closed.has(today) ? 'attendance.closedToday' : 'attendance.notTakenToday')}
          />
        )}
        {data && data.length > 0 && <ExportButton list={attendance.list} input={request} />}
      </div>
      <table className="w-full table-fixed border-separate border-spacing-1">
        <caption className="sr-only">{monthName(month, language)}</caption>
        <thead>
          <tr>
            {weeks[1]!.map((day) => (
              <Weekday key={day} day={day!} />
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, nth) => (
                <td key={day ?? nth} className="h-px p-0 align-top">
                  {day && (
                    <CalendarDay
                      day={day}
                      sheet={sheets.get(day)}
                      isToday={day === today}
                      isFuture={day > today}
                      isClosed={closed.has(day)}
                      isLoading={!data || (counted.isLoading && !sheets.has(day))}
                      onOpen={isOpen(day) ? () => onOpen(day) : undefined}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="mt-4 text-muted">
        {data && (data.length > 0 ? t('attendance.daysTaken', { count: data.length }) : t('attendance.noneThisMonth'))}
      </p>
      {data && data.length > 0 && (
        <>
          <Counts counts={sumOf(data)} />
          <MonthAsTable month={month} sheets={data} />
        </>
      )}
    </section>
  )
}

/** The month, and the ones before and after it that belong to the year. */
function Turning({ month, term, onMonth }: Pick<Props, 'month' | 'term' | 'onMonth'>) {
  const { t, language } = useTranslation()
  return (
    <>
      <IconButton
        label={t('attendance.monthBefore')}
        disabled={term.first !== null && month <= monthOf(term.first)}
        className="disabled:opacity-40"
        onClick={() => onMonth(monthAfter(month, -1))}
      >
        <ChevronLeft className="mirror-rtl size-5" aria-hidden="true" />
      </IconButton>
      <h2 aria-live="polite" className="min-w-32 text-center text-lg">
        {monthName(month, language)}
      </h2>
      <IconButton
        label={t('attendance.monthAfter')}
        disabled={month >= monthOf(term.last)}
        className="disabled:opacity-40"
        onClick={() => onMonth(monthAfter(month))}
      >
        <ChevronRight className="mirror-rtl size-5" aria-hidden="true" />
      </IconButton>
    </>
  )
}

/** What the calendar shows, to be kept as a table of its days or printed. */
function MonthAsTable({ month, sheets }: { month: Month; sheets: OutputOf<typeof attendance.sheets> }) {
  const { t, language } = useTranslation()
  const rows = [
    [t('numbers.day'), ...inOrder.map((state) => t(`attendance.${state}`))],
    ...sheets
      .toSorted((one, other) => (one.date < other.date ? -1 : 1))
      .map((sheet) => [
        `${weekdayName(sheet.date, language)} ${shownDay(sheet.date)}`,
        ...inOrder.map((state) => String(sheet[state])),
      ]),
  ]
  return <ChartTools print label={`${t('attendance.history')} ${monthName(month, language)}`} rows={rows} />
}

/** A weekday's name over its column: whole where there is room, else its first letter. */
function Weekday({ day }: { day: CivilDay }) {
  const { language } = useTranslation()
  const named = (weekday: 'long' | 'narrow') =>
    new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))
  return (
    <th scope="col" className="pb-1 text-center text-sm font-medium text-muted">
      <span aria-hidden="true" className="md:hidden">
        {named('narrow')}
      </span>
      <span className="max-md:sr-only">{named('long')}</span>
    </th>
  )
}
