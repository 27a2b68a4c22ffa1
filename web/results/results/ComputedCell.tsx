import { type MarkState, resultStates } from '#contract/results/results/scheme-rules.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'

type Props = {
  label: string
  /** What is computed, and how it came about. */
  points: string
  derivation: string
  /** The state that a person entered, stored or not yet; null: what is computed counts. */
  state: MarkState | null
  stored: MarkState | null
  /** What somebody else has stored here since another state was chosen. */
  meanwhile: string | null
  onState: (state: MarkState | null) => void
}

/** A computed mark: it takes no other one, but a state that stands before it. */
export function ComputedCell({ label, points, derivation, state, stored, meanwhile, onState }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <select
        aria-label={label}
        title={derivation}
        value={state ?? ''}
        onChange={({ target }) => onState(resultStates.find((one) => one === target.value) ?? null)}
        className={cx(
          'min-h-11 w-full rounded-field border bg-soft px-2 text-center tabular-nums',
          // A mark that nobody has to choose anything for reads as text, until it is pointed at or reached.
          meanwhile !== null && 'border-accent',
          meanwhile === null && (state ? 'border-line' : 'appearance-none border-transparent hover:border-primary'),
        )}
      >
        <option value="">{stored ? t('results.computed') : isolated(points)}</option>
        {resultStates.map((one) => (
          <option key={one} value={one}>
            {t(`results.state.${one}`)}
          </option>
        ))}
      </select>
      <span className="sr-only">{derivation}</span>
      {meanwhile !== null && (
        <span className="block text-xs text-wait">
          {t('results.storedNow')} {meanwhile || '–'}
        </span>
      )}
    </>
  )
}
