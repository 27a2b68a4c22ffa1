import { Check } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { type PromotionStep, promotionSteps } from './promotion.ts'

/** How far the turn of the year has come. Of a draft every step before the doing can be gone to. */
export function PromotionSteps({ at, onStep }: { at: PromotionStep; onStep?: (step: PromotionStep) => void }) {
  const { t } = useTranslation()
  const here = promotionSteps.indexOf(at)
  return (
    <ol className="mb-6 flex gap-1.5 sm:gap-3" aria-label={t('promotion.steps')}>
      {promotionSteps.map((step, nth) => {
        const name = (
          <>
            {nth < here && <Check className="size-4 shrink-0 text-primary" aria-hidden="true" />}
            <span className={nth === here ? 'truncate' : 'max-lg:sr-only'}>{t(`promotion.step.${step}`)}</span>
          </>
        )
        return (
          <li
            key={step}
            aria-current={nth === here ? 'step' : undefined}
            className={cx('min-w-0 flex-1', nth === here && 'basis-32')}
          >
            <div className={cx('mb-1 h-1.5 rounded-full', nth <= here ? 'bg-primary' : 'bg-line')} />
            {onStep && nth < 4 && nth !== here ? (
              <button
                type="button"
                onClick={() => onStep(step)}
                className="flex min-h-11 w-full items-center gap-1.5 rounded-field text-start text-sm text-primary underline-offset-4 hover:underline"
              >
                {name}
              </button>
            ) : (
              <span
                className={cx(
                  'flex min-h-11 items-center gap-1.5 text-sm',
                  nth === here ? 'font-semibold text-ink' : 'text-muted',
                )}
              >
                {name}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
