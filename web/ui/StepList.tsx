import { Check } from 'lucide-react'
import { cx } from './cx.ts'

/** The width of the open step, and the screen width from which the other steps show their names. */
const widths = {
  few: { here: 'flex-[2] sm:flex-1', beside: 'flex-1', hidden: 'max-sm:sr-only' },
  many: { here: 'grow basis-32', beside: 'grow', hidden: 'max-lg:sr-only' },
}

type Props<Step extends string> = {
  label: string
  steps: readonly Step[]
  at: Step
  nameOf: (step: Step) => string
  /** The steps that can be opened; not the one that is open. */
  open?: readonly Step[] | undefined
  onStep?: ((step: Step) => void) | undefined
  room?: keyof typeof widths
}

/** Shows the progress of a task with several steps. */
export function StepList<Step extends string>(props: Props<Step>) {
  const { label, steps, at, nameOf, open = [], onStep, room = 'few' } = props
  const here = steps.indexOf(at)
  const { hidden, ...width } = widths[room]
  return (
    <ol className="mb-4 flex gap-1.5 sm:gap-3" aria-label={label}>
      {steps.map((step, nth) => {
        const name = (
          <>
            {nth < here && <Check className="size-4 shrink-0 text-primary" aria-hidden="true" />}
            <span className={nth === here ? 'truncate' : hidden}>{nameOf(step)}</span>
          </>
        )
        return (
          <li
            key={step}
            aria-current={nth === here ? 'step' : undefined}
            className={cx('min-w-0', nth === here ? width.here : width.beside)}
          >
            <div className={cx('mb-1 h-1.5 rounded-full', nth <= here ? 'bg-primary' : 'bg-line')} />
            {onStep && nth !== here && open.includes(step) ? (
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
