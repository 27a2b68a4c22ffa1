import { changesOfExisting } from '#contract/exchange/imports/import-shapes.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import type { Import, Show } from './import.ts'

/** How many students who are at the school already get another name, class or guardians. Each number shows just its rows. */
export function ExistingChanged({ draft, show, onShow }: { draft: Import; show: Show; onShow: (show: Show) => void }) {
  const { t } = useTranslation()
  const changed = changesOfExisting.filter((part) => draft[part] > 0)
  if (changed.length === 0) return <p className="mb-5 text-muted">{t('imports.existingNone')}</p>
  return (
    <section aria-label={t('imports.existing')} className="mb-5 rounded-card bg-wait-soft px-5 py-4">
      <h2 className="font-semibold">{t('imports.existing')}</h2>
      <div className="mt-3 flex flex-wrap gap-2">
        {changed.map((part) => (
          <button
            key={part}
            type="button"
            aria-pressed={part === show}
            onClick={() => onShow(part)}
            className={cx(
              'min-h-11 rounded-field border px-4 py-2 text-start text-sm font-medium transition-colors',
              part === show
                ? 'border-primary bg-primary text-on-primary'
                : 'border-line bg-surface hover:border-primary hover:text-primary',
            )}
          >
            {t(`imports.${part === 'corrected' && draft.kind === 'attendance' ? 'correctedDays' : part}`, {
              count: draft[part],
            })}
          </button>
        ))}
      </div>
    </section>
  )
}
