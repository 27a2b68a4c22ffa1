import { dayRuleOperations } from '#contract/teaching/lessons/day-rules.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'

type Rule = Omit<InputOf<typeof dayRuleOperations.test>, 'gradeId'>

/** Which days of the last month a rule would have made otherwise. Nothing is stored. */
export function TriedDays({ gradeId, rule }: { gradeId: string; rule: Rule }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(dayRuleOperations.test, { gradeId, ...rule })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={3} />
  if (data.days === 0) return <p role="status">{t('lessons.rules.triedNone')}</p>
  const word = (state: string | null) => (state ? t(`attendance.${state}`) : t('lessons.rules.noDay'))
  return (
    <section className="space-y-2">
      <p role="status" className="font-medium">
        {t('lessons.rules.tried', { count: data.days, changed: data.changed })}
      </p>
      <ul className="max-h-72 space-y-1 overflow-y-auto">
        {data.rows.map(({ studentId, studentName, date, state, newState }) => (
          <li key={`${studentId} ${date}`} className="flex flex-wrap gap-x-3 text-sm">
            <Day day={date} />
            <Bdi>{studentName}</Bdi>
            <span>{t('lessons.rules.was', { before: word(state), after: word(newState) })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
