import { useTranslation } from '#web/lib/i18n.ts'
import { StepList } from '#web/ui/StepList.tsx'
import { type PromotionStep, promotionSteps } from './promotion.ts'

/** The progress of a promotion. In a draft, every step before the last action can be opened. */
export function PromotionSteps({ at, onStep }: { at: PromotionStep; onStep?: (step: PromotionStep) => void }) {
  const { t } = useTranslation()
  return (
    <StepList
      room="many"
      label={t('promotion.steps')}
      steps={promotionSteps}
      at={at}
      nameOf={(step) => t(`promotion.step.${step}`)}
      open={promotionSteps.slice(0, 4)}
      onStep={onStep}
    />
  )
}
