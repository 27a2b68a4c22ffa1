import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { StepNotices } from './StepNotices.tsx'
import { reachedWords, type AbsenceStep } from './words.ts'

/** Which step of which rule was reached, and what became of it. */
export function StepFacts({ step, timeZone }: { step: AbsenceStep; timeZone: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p>
        <Bdi>{step.stepName}</Bdi> · {reachedWords(t, step)} · <Day day={step.reachedOn} />
      </p>
      <p className="text-sm text-muted">
        <Bdi>{step.ruleName}</Bdi> · {t(`absence.action.${step.action}`)}
      </p>
      {step.handledAt && (
        <p className="text-sm">
          {t('absence.handledBy')} <Bdi>{step.handledByName}</Bdi> · <Moment at={step.handledAt} timeZone={timeZone} />
          {step.handledNote && (
            <>
              {' · '}
              <Bdi>{step.handledNote}</Bdi>
            </>
          )}
        </p>
      )}
      <StepNotices notices={step.notices} timeZone={timeZone} />
      {step.withdrawnAt && (
        <p className="text-sm text-wait">
          {t('absence.withdrawn')} <Moment at={step.withdrawnAt} timeZone={timeZone} />
        </p>
      )}
    </>
  )
}
