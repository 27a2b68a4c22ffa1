import { Check, Clock, type LucideIcon, Minus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AttendanceState } from '#contract/teaching/attendance/attendance.ts'
import { dayAfter, namedDay, weekdayName, weekStart } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'

type Props = {
  /** Any day of the month. */
  month: string
  today: string
  marks: readonly { day: string; state: AttendanceState }[]
  closedDays: readonly string[]
  /** Where a day leads on which the student was absent. */
  toExcuse?: ((day: string) => string) | undefined
  label: string
}

/** The days of a month by weeks, each with how the student was there: an icon in a coloured square, and the word for those who do not see it. */
export function MonthGrid({ month, today, marks, closedDays, toExcuse, label }: Props) {
  const { language } = useTranslation()
  const weeks = weeksOf(month, language)
  const stateOn = new Map(marks.map(({ day, state }) => [day, state]))
  return (
    <table aria-label={label} className="w-full table-fixed border-separate text-center">
      <thead>
        <tr>
          {weeks[0]!.map((day) => (
            <th key={day} scope="col" className="text-xs font-normal text-muted">
              <abbr title={weekdayName(day, language)} className="no-underline">
                {weekdayName(day, language, language === 'ar' ? 'long' : 'short').replace(/^ال/, '')}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day}>
                {day.slice(0, 7) === month.slice(0, 7) && (
                  <DayOfMonth
                    day={day}
                    isToday={day === today}
                    state={stateOn.get(day)}
                    isClosed={closedDays.includes(day)}
                    to={stateOn.get(day) === 'absent' ? toExcuse?.(day) : undefined}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = {
  day: string
  isToday: boolean
  state: AttendanceState | undefined
  isClosed: boolean
  to: string | undefined
}

function DayOfMonth({ day, isToday, state, isClosed, to }: DayProps) {
  const { t, language } = useTranslation()
  const Icon = state && icons[state]
  const word = state ? t(`attendance.${state}`) : isClosed && t('student.closed')
  const look = cx(
    'flex min-h-11 flex-col items-center justify-center rounded-field text-sm leading-tight',
    state ? looks[state] : 'text-muted',
    isClosed && !state && 'bg-line/70',
    isToday && 'font-semibold outline outline-primary',
  )
  const content: ReactNode = (
    <>
      <span aria-hidden="true">{Number(day.slice(8))}</span>
      {Icon && <Icon className="size-4" aria-hidden="true" />}
      <span className="sr-only">
        {namedDay(day, language)}
        {word && `: ${word}`}
      </span>
    </>
  )
  if (!to) return <div className={look}>{content}</div>
  return (
    <Link to={to} preventScrollReset title={t('student.sayWhy')} className={cx(look, 'underline')}>
      {content}
      <span className="sr-only">{t('student.sayWhy')}</span>
    </Link>
  )
}

const icons: Record<AttendanceState, LucideIcon> = { present: Check, absent: X, late: Clock, excused: Minus }

const looks: Record<AttendanceState, string> = {
  present: 'bg-ok-soft text-ok',
  absent: 'bg-danger-soft text-danger',
  late: 'bg-wait-soft text-wait',
  excused: 'bg-soft text-ink',
}

/** The weeks of a month, as the language begins them, with the days of the months beside it. */
function weeksOf(month: string, language: string) {
  const first = `${month.slice(0, 8)}01`
  const start = weekStart(first, language)
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, nth) => dayAfter(start, 7 * week + nth)),
  )
  return weeks.filter((week) => week.some((day) => day.slice(0, 7) === month.slice(0, 7)))
}
