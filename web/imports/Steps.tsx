import { Check } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { type Step, steps } from './steps.ts'

/** How far an import has come. A step behind may be gone back to where `onStep` allows it. */
export function Steps({ at, onStep }: { at: Step; onStep?: ((step: Step) => void) | undefined }) {
  const { t } = useTranslation()
  const here = steps.indexOf(at)
  return (
    <ol className="mb-6 flex gap-1.5 sm:gap-3" aria-label={t('imports.steps')}>
      {steps.map((step, i) => {
        const name = (
          <>
            {i < here && <Check className="size-4 shrink-0 text-primary" aria-hidden="true" />}
            <span className={i === here ? 'truncate' : 'max-sm:sr-only'}>{t(`imports.step.${step}`)}</span>
          </>
        )
        return (
          <li
            key={step}
            aria-current={i === here ? 'step' : undefined}
            className={cx('min-w-0', i === here ? 'flex-[2]' : 'flex-1', 'sm:flex-1')}
          >
            <div className={cx('mb-1 h-1.5 rounded-full', i <= here ? 'bg-primary' : 'bg-line')} />
            {onStep && i > 0 && i < here ? (
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
                  i === here ? 'font-semibold text-ink' : 'text-muted',
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
