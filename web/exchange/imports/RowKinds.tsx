import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import type { Import, Show } from './import.ts'

/** A filter by kind of row, with the number of each. Kinds without rows are not offered. */
export function RowKinds({
  draft,
  show,
  onShow,
  without = [],
}: {
  draft: Import
  show: Show
  onShow: (show: Show) => void
  without?: Show[]
}) {
  const { t } = useTranslation()
  const { rows, problems, similar, added, changed, same, leftOut } = draft
  const counts = { problem: problems, similar, all: rows, add: added, change: changed, same, leftOut } as const
  return (
    <div role="group" aria-label={t('imports.shown')} className="mb-4 flex flex-wrap gap-2">
      {(Object.keys(counts) as (keyof typeof counts)[])
        .filter((kind) => !without.includes(kind) && (counts[kind] > 0 || kind === show))
        .map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === show}
            onClick={() => onShow(kind)}
            className={cx(
              'min-h-11 rounded-full border px-4 text-sm font-medium transition-colors',
              kind === show
                ? 'border-primary bg-primary text-on-primary'
                : 'border-line bg-surface hover:border-primary hover:text-primary',
            )}
          >
            {t(`imports.show.${kind}`)} <span className="tabular-nums">({counts[kind]})</span>
          </button>
        ))}
    </div>
  )
}
