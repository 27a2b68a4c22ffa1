import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { cx } from '#web/ui/cx.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { earliestOf, type AttendanceMark } from './register.ts'

type Props = {
  day: string | null
  marks: AttendanceMark[]
  changed: boolean
  /** Whether it was confirmed and waits on this device for the network. */
  kept: boolean
  mayTake: boolean
  /** Whether the class has no school on that day. */
  isClosed?: boolean | undefined
}

type BadgeProps = {
  kept: boolean
  changed: boolean
  isTaken: boolean
  isBrought: boolean
  isClosed: boolean | undefined
}

function RegisterBadge({ kept, changed, isTaken, isBrought, isClosed }: BadgeProps) {
  const { t } = useTranslation()
  if (kept) return <StatusBadge status="waiting" word={t('attendance.kept')} />
  if (changed) return <StatusBadge status="waiting" word={t('attendance.notConfirmed')} />
  if (isBrought) return <StatusBadge status="neutral" word={t('attendance.brought')} />
  if (isTaken) return <StatusBadge status="good" word={t('attendance.taken')} />
  if (isClosed) return <StatusBadge status="neutral" word={t('attendance.closed')} />
  return <StatusBadge status="waiting" word={t('attendance.notTaken')} />
}

/**
 * The day of a register, where it stands nowhere else, and how it stands. Until confirmed it is not taken, never silently
 * present. The line is always there and always as high: a tap changes the words, and no student below moves under the finger.
 */
export function RegisterHead({ day, marks, changed, kept, mayTake, isClosed }: Props) {
  const { t } = useTranslation()
  const mark = earliestOf(marks)
  return (
    <div className="mb-1">
      {day && <Day day={day} named />}
      <div className="flex h-8 min-w-0 items-center gap-3">
        <span className="shrink-0">
          <RegisterBadge
            kept={kept}
            changed={changed}
            isTaken={mark !== undefined}
            isBrought={marks.length > 0 && marks.every((one) => one.isBrought)}
            isClosed={isClosed}
          />
        </span>
        <p className="flex min-w-0 gap-1 text-sm whitespace-nowrap text-muted">
          {mark ? (
            <>
              {/* A person may have given no name yet. */}
              {mark.supervisorName && (
                <>
                  <span className="max-md:sr-only">{t('attendance.savedBy')}</span>
                  <span className="truncate">
                    <Bdi>{mark.supervisorName}</Bdi>
                  </span>
                </>
              )}
              <span className={cx(mark.supervisorName && 'max-md:hidden')}>
                {mark.supervisorName && '· '}
                <Moment at={mark.lastModifyDate} />
              </span>
            </>
          ) : (
            mayTake && (
              <span className="line-clamp-2 whitespace-normal max-md:text-xs print:hidden">
                {t('attendance.tapHint')}
              </span>
            )
          )}
        </p>
      </div>
    </div>
  )
}
