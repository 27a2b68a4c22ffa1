import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { besideEachOther } from './weights.ts'

/** The weights of the parts beside each other; together they have to reach 100 %, which an editor says. */
export function WeightBar({ weights, says }: { weights: readonly number[]; says?: true }) {
  const { t } = useTranslation()
  const { places, sum, most } = besideEachOther(weights)
  return (
    <div>
      <svg
        viewBox={`0 0 ${most} 6`}
        preserveAspectRatio="none"
        className="h-3 w-full rounded-full bg-soft rtl:-scale-x-100"
        aria-hidden="true"
      >
        {places.map(({ from, weight }, nth) => (
          <rect
            key={nth}
            x={from}
            y="0"
            width={weight}
            height="6"
            opacity={nth % 2 ? 0.55 : 1}
            className={sum === 100 ? 'fill-primary' : 'fill-danger'}
          />
        ))}
      </svg>
      {says && (
        <p className={cx('mt-1 text-sm', sum === 100 ? 'text-muted' : 'text-danger')}>
          {t(sum === 100 ? 'results.schemes.whole' : 'results.schemes.notWhole', { sum })}
        </p>
      )}
    </div>
  )
}
