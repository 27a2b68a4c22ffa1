import { lazy, useState } from 'react'
import { shortDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { useStepDecisions } from './deciding.ts'
import { StepFacts } from './StepFacts.tsx'
import type { AbsenceStep } from './words.ts'

const HandleStep = lazy(part(async () => (await import('./HandleStep.tsx')).HandleStep))

/** A step of absence with the days that led to it. */
export function StepToHandle({ step, timeZone }: { step: AbsenceStep; timeZone: string }) {
  const { t } = useTranslation()
  const { handle, offerUndo, busy } = useStepDecisions()
  const [noting, setNoting] = useState(false)
  return (
    <div className="space-y-3">
      <StepFacts step={step} timeZone={timeZone} />
      <p className="text-sm">
        <Digits>{step.days.map((day) => shortDay(day)).join(' · ')}</Digits>
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <LinkButton to={paths.absence('steps')}>{t('absence.printIt')}</LinkButton>
        <Button disabled={busy} onClick={() => setNoting(true)}>
          {t('absence.handleWithNote')}
        </Button>
        <Button data-does="accept" tone="primary" disabled={busy} onClick={() => handle(step)}>
          {t('absence.handle')}
        </Button>
      </div>
      {noting && (
        <LazyPart onClose={() => setNoting(false)}>
          <HandleStep step={step} offerUndo={offerUndo(step)} onClose={() => setNoting(false)} />
        </LazyPart>
      )}
    </div>
  )
}
