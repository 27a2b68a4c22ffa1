import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { Ring } from '#web/ui/Ring.tsx'
import { StepNotices } from './StepNotices.tsx'
import { reachedWords } from './words.ts'

/** How far a pupil is by each rule of the school, as a ring "9 of 15", and the steps so far, about which parents may ask. Nothing where there are no rules. */
export function AbsenceCounts({ studentId, forParents = false }: { studentId: string; forParents?: boolean }) {
  const { t } = useTranslation()
  const { data } = useRead(absenceRules.student, { studentId })
  if (!data || (data.counts.length === 0 && data.steps.length === 0)) return null
  return (
    <section aria-label={t('absence.counts')} className="mb-6 space-y-3">
      <ul className="flex flex-wrap gap-6">
        {data.counts.map(({ ruleId, ruleName, days, next }) => (
          <li key={ruleId} className="flex items-center gap-3">
            <Ring share={next ? days.length / next.atDays : 1}>
              <Digits>{next ? `${days.length}/${next.atDays}` : days.length}</Digits>
            </Ring>
            <div className="min-w-0">
              <p className="font-medium">
                <Bdi>{ruleName}</Bdi>
              </p>
              <p className="text-sm text-muted">
                {next
                  ? t('absence.untilStep', { name: next.stepName, count: next.atDays - days.length })
                  : t('absence.lastStep')}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {data.steps.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {data.steps.map((step) => (
            <li key={step.id} className="px-4 py-2">
              <Bdi>{step.stepName}</Bdi> · {reachedWords(t, step)} · <Day day={step.reachedOn} />
              {step.withdrawnAt && <span className="text-sm text-wait"> · {t('absence.stepState.withdrawn')}</span>}
              <StepNotices notices={step.notices} />
              {forParents && !step.withdrawnAt && (
                <LinkButton
                  tone="quiet"
                  className="-ms-3 flex w-fit"
                  to={paths.messages({ to: studentId, about: `absenceStep:${step.id}` })}
                >
                  {t('absence.askAbout')}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
