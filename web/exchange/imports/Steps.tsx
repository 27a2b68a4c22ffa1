import { useTranslation } from '#web/lib/i18n.ts'
import { StepList } from '#web/ui/StepList.tsx'
import { type Step, steps } from './steps.ts'

/** The progress of an import. Earlier steps, except the file, can be opened if `onStep` is given. */
export function Steps({ at, onStep }: { at: Step; onStep?: ((step: Step) => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <StepList
      label={t('imports.steps')}
      steps={steps}
      at={at}
      nameOf={(step) => t(`imports.step.${step}`)}
      open={steps.slice(1, steps.indexOf(at))}
      onStep={onStep}
    />
  )
}
