import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { earliestOf, type AttendanceMark } from './register.ts'

type Props = { day: string; marks: AttendanceMark[]; changed: boolean; mayTake: boolean }

/**
 * The day of a register and how it stands. Until confirmed it is not taken, never silently present. Every text here has a
 * line of its own that is always there: a tap changes the words, and no student below moves under the finger.
 */
export function RegisterHead({ day, marks, changed, mayTake }: Props) {
  const { t } = useTranslation()
  const mark = earliestOf(marks)
  return (
    <div className="mb-3">
      <div className="flex flex-col items-start gap-x-4 gap-y-1 md:h-9 md:flex-row md:items-center">
        <Day day={day} named />
        {changed ? (
          <StatusBadge status="waiting" word={t('attendance.notConfirmed')} />
        ) : mark ? (
          <StatusBadge status="good" word={t('attendance.taken')} />
        ) : (
          <StatusBadge status="waiting" word={t('attendance.notTaken')} />
        )}
      </div>
      <p className="mt-1.5 flex h-6 gap-1 text-sm whitespace-nowrap text-muted">
        {mark ? (
          <>
            {t('attendance.savedBy')}
            <span className="truncate">
              <Bdi>{mark.supervisorName}</Bdi>
            </span>
            · <Moment at={mark.lastModifyDate} />
          </>
        ) : (
          mayTake && <span className="truncate">{t('attendance.tapHint')}</span>
        )}
      </p>
    </div>
  )
}
