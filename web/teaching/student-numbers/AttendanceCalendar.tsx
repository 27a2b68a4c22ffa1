import { useId, useRef } from 'react'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { useWhole } from '#web/lib/api.ts'
import { type CivilDay, dayAfter, nameOfMonth, shownDay, weekdayName, weekStart } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { ChartTable } from '#web/ui/ChartTable.tsx'
import { ChartTools } from '#web/ui/ChartTools.tsx'
import { placesOf } from './calendar-places.ts'

type State = 'present' | 'late' | 'absent' | 'excused'

/** Every day a student's attendance was taken, a column a week: what a rate does not show is which days were missed. */
export function AttendanceCalendar({ studentId, yearId }: { studentId: string; yearId: string | undefined }) {
  const { t, language, dir } = useTranslation()
  const svg = useRef<SVGSVGElement>(null)
  const id = useId()
  const { data } = useWhole(attendance.list, { studentId, ...(yearId && { yearId }) })
  if (!data || data.length === 0) return null

  const days = data.toSorted((one, other) => (one.date < other.date ? -1 : 1))
  const label = t('numbers.calendar')
  const rows = [
    [t('numbers.day'), t('attendance.status')],
    ...days.map(({ date, state }) => [`${weekdayName(date, language)} ${shownDay(date)}`, t(`attendance.${state}`)]),
  ]
  const places = placesOf(
    days.map(({ date }) => date),
    { startOf: (day: CivilDay) => weekStart(day, language), after: dayAfter },
  )
  const width = edge.side + places.weeks * step
  const height = edge.top + places.weekdays.length * step
  const x = (week: number) => (dir === 'rtl' ? width - edge.side - (week + 1) * step : edge.side + week * step)
  return (
    <figure aria-labelledby={id} className="mt-3">
      <figcaption id={id} className="mb-1 text-sm text-muted">
        {label}
      </figcaption>
      <svg
        ref={svg}
        aria-hidden="true"
        direction={dir}
        viewBox={`0 0 ${width} ${height}`}
        width={width * 1.25}
        className="max-w-full"
      >
        {places.weekdays.map((weekday, row) => (
          <text
            key={weekday}
            x={dir === 'rtl' ? width : 0}
            y={edge.top + row * step + 11}
            fontSize="9"
            textAnchor="start"
            className="fill-muted"
          >
            {weekdayName(places.dayOfRow[row]!, language, 'narrow')}
          </text>
        ))}
        {places.months.map(({ day, week }) => (
          <text
            key={day}
            x={dir === 'rtl' ? x(week) + size : x(week)}
            y="10"
            fontSize="9"
            textAnchor="start"
            className="fill-muted"
          >
            {nameOfMonth(day, language)}
          </text>
        ))}
        {days.map(({ date, state }, nth) => {
          const { week, row } = places.of[nth]!
          return <Cell key={date} x={x(week)} y={edge.top + row * step} state={state} />
        })}
      </svg>
      <ChartTable label={label} rows={rows} />
      <ChartTools label={label} svg={svg} rows={rows} />
    </figure>
  )
}

const size = 14
const step = 17
const edge = { side: 16, top: 16 }

/** The states differ in their shape too, for those who see no colours. */
function Cell({ x, y, state }: { x: number; y: number; state: State }) {
  const box = { x, y, width: size, height: size, rx: 3 }
  if (state === 'present') return <rect {...box} className="fill-ok" opacity="0.55" />
  if (state === 'excused')
    return (
      <rect
        {...box}
        x={x + 1}
        y={y + 1}
        width={size - 2}
        height={size - 2}
        fill="none"
        className="stroke-muted"
        strokeWidth="2"
      />
    )
  return (
    <g>
      <rect {...box} className={state === 'absent' ? 'fill-danger' : 'fill-accent'} />
      <path
        d={state === 'absent' ? `M${x + 4},${y + 4}l6,6m0,-6l-6,6` : `M${x + 7},${y + 3.5}v4l2.5,2`}
        fill="none"
        className="stroke-surface"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </g>
  )
}
