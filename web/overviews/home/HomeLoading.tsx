import { useTranslation } from '#web/lib/i18n.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** The shape of a home while it loads. */
export function HomeLoading() {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="sr-only">{t('common.loading')}</span>
      <div aria-hidden="true" className="grid gap-4 grid-cols-2 xl:grid-cols-4">
        {[0, 1, 2, 3].map((nth) => (
          <Skeleton key={nth} className="h-28 rounded-card" />
        ))}
      </div>
    </div>
  )
}
