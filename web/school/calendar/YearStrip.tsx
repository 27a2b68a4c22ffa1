import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { type CivilDay, dayAfter, firstWeekday, namedDay, weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import {
  type CalendarYear,
  captionOf,
  daysOfMonth,
  type DayLook,
  hijriOfMonth,
  lookOf,
  monthsFrom,
  ordered,
} from './year.ts'

type Props = { year: CalendarYear; showsHijri: boolean; onChoose?: (from: CivilDay, to: CivilDay) => void }

/**
 * The months of a year with every day. Days are selected by dragging, or with the arrow keys and Shift. Enter opens the
 * selection.
 */
export function YearStrip({ year, showsHijri, onChoose }: Props) {
  const { t, language } = useTranslation()
  const [anchor, setAnchor] = useState<CivilDay>(
    year.firstDay <= year.today && year.today <= year.lastDay ? year.today : year.firstDay,
  )
  const [end, setEnd] = useState<CivilDay>(anchor)
  const dragging = useRef(false)
  const grid = useRef<HTMLDivElement>(null)
  const [from, to] = ordered(anchor, end)

  const choose = (event: MouseEvent<HTMLElement>) => {
    const day = dayUnder(event.target)
    if (!day) return
    if (event.type === 'mousedown') {
      dragging.current = true
      setAnchor(event.shiftKey ? anchor : day)
      setEnd(day)
    } else if (event.type === 'pointerover' && dragging.current && event.buttons === 1) setEnd(day)
    else if (event.type === 'mouseup' && dragging.current) {
      dragging.current = false
      onChoose?.(...ordered(anchor, day))
    }
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onChoose?.(from, to)
      return
    }
    const step = stepOf(event.key, getComputedStyle(event.currentTarget).direction === 'rtl')
    const day = step && dayAfter(end, step)
    if (!day || day < year.firstDay || day > year.lastDay) return
    event.preventDefault()
    setEnd(day)
    if (!event.shiftKey) setAnchor(day)
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it listens for the days in it
    <div
      ref={grid}
      className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3"
      onMouseDown={choose}
      onPointerOver={choose}
      onMouseUp={choose}
      onKeyDown={move}
    >
      {monthsFrom(year.firstDay, year.lastDay).map((month) => (
        <section key={month} aria-label={captionOf(month, language)} className="break-inside-avoid">
          <h2 className="text-base font-semibold">{captionOf(month, language)}</h2>
          {showsHijri && <p className="text-xs text-muted">{hijriOfMonth(month, language)}</p>}
          <div className="mt-1 grid grid-cols-7 gap-1 select-none">
            {weekFrom(firstWeekday(language)).map((day) => (
              <span key={day} aria-hidden="true" className="text-center text-xs text-muted">
                {weekdayName(day, language, 'narrow')}
              </span>
            ))}
            {daysOfMonth(month, firstWeekday(language)).map((day, place) =>
              day && year.firstDay <= day && day <= year.lastDay ? (
                <DayCell
                  key={day}
                  day={day}
                  look={lookOf(year, day)}
                  isToday={day === year.today}
                  isChosen={onChoose !== undefined && from <= day && day <= to}
                  tabbable={day === end}
                  label={labelOf(day, lookOf(year, day))}
                />
              ) : (
                <span key={day ?? `${month}${place}`} />
              ),
            )}
          </div>
        </section>
      ))}
    </div>
  )

  function labelOf(day: CivilDay, { names, isOpen }: DayLook) {
    const state = isOpen ? [] : [t('calendar.closed')]
    return [namedDay(day, language), ...names, ...state].join(', ')
  }
}

type CellProps = {
  day: CivilDay
  look: DayLook
  isToday: boolean
  isChosen: boolean
  tabbable: boolean
  label: string
}

function toneOf({ kind, isOpen }: DayLook) {
  if (kind) return dayTones[kind]
  return isOpen ? 'bg-surface' : 'bg-soft text-muted'
}

const DayCell = ({ day, look, isToday, isChosen, tabbable, label }: CellProps) => (
  <button
    type="button"
    data-day={day}
    tabIndex={tabbable ? 0 : -1}
    aria-label={label}
    aria-pressed={isChosen}
    title={label}
    className={cx(
      'grid min-h-10 place-items-center rounded-field text-sm tabular-nums print:min-h-0',
      toneOf(look),
      isToday && 'font-semibold underline underline-offset-4',
      isChosen && 'outline-3 outline-accent',
    )}
  >
    {Number(day.slice(8))}
  </button>
)

/** The appearance of each kind of day. The words are in the list next to it. */
export const dayTones = {
  holiday: 'bg-danger-soft text-danger font-semibold',
  exam: 'bg-wait-soft text-wait font-semibold',
  remote: 'border border-dashed border-primary text-primary',
  event: 'border border-accent',
  otherHours: 'border border-line underline',
} as const

/** One day of each weekday, starting from the first day of the week. */
const weekFrom = (weekday: number) => Array.from({ length: 7 }, (_, nth) => dayAfter('2026-11-01', weekday + nth))

const dayUnder = (target: EventTarget) =>
  target instanceof Element ? (target.closest<HTMLElement>('[data-day]')?.dataset.day ?? null) : null

function stepOf(key: string, isRtl: boolean) {
  const steps: Record<string, number> = {
    ArrowLeft: isRtl ? 1 : -1,
    ArrowRight: isRtl ? -1 : 1,
    ArrowUp: -7,
    ArrowDown: 7,
    PageUp: -28,
    PageDown: 28,
  }
  return steps[key] ?? null
}
