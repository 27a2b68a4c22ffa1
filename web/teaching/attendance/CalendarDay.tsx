import type { attendance } from '#contract/teaching/attendance/attendance.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import type { CivilDay } from '#web/lib/days.ts'
import { shownDay, weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { StackedBar } from '#web/ui/StackedBar.tsx'
import { counted, partsOf, statesIn } from '#web/ui/Counts.tsx'

type Sheet = OutputOf<typeof attendance.sheets>[number]

type Props = {
  day: CivilDay
  sheet: Sheet | undefined
  isToday: boolean
  isFuture: boolean
  /** The class has no school on it. */
  isClosed: boolean
  isLoading: boolean
  /** Absent where there is nothing to open. */
  onOpen?: (() => void) | undefined
}

const lookOf = (isTaken: boolean, { isToday, isClosed }: Pick<Props, 'isToday' | 'isClosed'>) =>
  cx(
    'flex h-full min-h-14 w-full flex-col gap-1 rounded-field border p-2 text-start md:min-h-24 md:p-2.5',
    isTaken ? 'bg-surface' : cx('text-muted', isClosed ? 'bg-soft' : 'bg-transparent'),
    isToday && 'border-accent',
    !isToday && (isTaken ? 'border-line' : 'border-transparent'),
  )

const Counted = ({ sheet, text }: { sheet: NonNullable<Props['sheet']>; text: string[] }) => (
  <span className="mt-auto w-full">
    <StackedBar parts={partsOf(sheet)} className="h-1.5" />
    <span className="mt-1 flex flex-wrap gap-x-2 text-xs max-md:hidden">
      {text.map((words) => (
        <span key={words}>{words}</span>
      ))}
    </span>
    <span className="block text-center text-xs text-danger md:hidden">
      {sheet.absent > 0 && <Digits>{sheet.absent}</Digits>}
    </span>
  </span>
)

/** A day of the calendar: its number and, where a register was taken, how many students were present or not. */
export function CalendarDay({ day, sheet, isToday, isFuture, isClosed, isLoading, onOpen }: Props) {
  const { t, language } = useTranslation()
  const text = sheet ? statesIn(sheet).map((state) => t(counted[state], { count: sheet[state] })) : []
  const look = lookOf(sheet !== undefined, { isToday, isClosed })
  const content = (
    <>
      <span className={cx('text-sm tabular-nums', isToday && 'font-semibold text-primary')}>
        {Number(day.slice(8))}
      </span>
      {isLoading && !isFuture && <span className="shimmer mt-auto h-1.5 rounded-full bg-line/70" />}
      {sheet && <Counted sheet={sheet} text={text} />}
      {isToday && !sheet && !isLoading && (
        <span className={cx('text-xs max-md:hidden', !isClosed && 'text-wait')}>
          {t(isClosed ? 'attendance.closed' : 'attendance.notTakenShort')}
        </span>
      )}
    </>
  )
  if (!onOpen) return <div className={look}>{content}</div>
  const known = text.join(t('common.comma')) || t(isClosed ? 'attendance.closed' : 'attendance.notTaken')
  const label = [`${weekdayName(day, language)} ${shownDay(day)}`, isLoading ? t('common.loading') : known].join(': ')
  return (
    <button
      type="button"
      {...(isToday && { 'aria-current': 'date' as const })}
      className={cx(look, 'transition-colors hover:border-primary hover:text-primary')}
      onClick={onOpen}
    >
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="contents">
        {content}
      </span>
    </button>
  )
}
