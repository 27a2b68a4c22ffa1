import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'

/** What the columns of the last days mean (`WeekStrip`). */
export function WeekLegend() {
  const { t } = useTranslation()
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted" aria-hidden="true">
      {t('home.weekBars')}
      {shares.map(({ key, fill }) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <span className={cx('size-2.5 rounded-full', fill)} />
          {t(`home.weekShare.${key}`)}
        </span>
      ))}
    </p>
  )
}

const shares = [
  { key: 'high', fill: 'bg-ok' },
  { key: 'middle', fill: 'bg-accent' },
  { key: 'low', fill: 'bg-danger' },
]
