import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { useRead } from '#web/lib/api.ts'
import type { CivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits, isolated } from '#web/ui/Bdi.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { StateBadge } from './StateBadge.tsx'

/** The lessons of one day of a student, by number. */
export function StudentLessons({ studentId, day }: { studentId: string; day: CivilDay }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(lessonRegisters.ofStudent, { studentId, date: day })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={2} />
  if (data.length === 0) return <p className="text-sm text-muted">{t('lessons.notTaken')}</p>
  return (
    <ol className="space-y-1">
      {data.map(({ number, courseName, state, minutesLate, leftAt, note, elsewhere, outcome }) => (
        <li key={number} className="flex flex-wrap items-center gap-x-2 text-sm">
          <Digits>{number}</Digits> <Bdi>{courseName}</Bdi> <StateBadge state={state} />
          {minutesLate !== null && (
            <span className="text-muted">
              <Digits>{minutesLate}</Digits> {t('attendance.minutes')}
            </span>
          )}
          {leftAt && <span className="text-wait">{t('attendance.leftTime', { time: isolated(leftAt) })}</span>}
          {elsewhere && <span className="text-muted">{t('lessons.elsewhere.at', { name: isolated(elsewhere) })}</span>}
          {outcome && <span className="text-wait">{t(`lessons.gaps.outcome.${outcome}`)}</span>}
          {note && (
            <span className="text-muted">
              <Bdi>{note}</Bdi>
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
