import { useTranslation } from '#web/lib/i18n.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** A register while it loads: its head, and its students in as many columns as they will have. */
export function RegisterLoading() {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="mb-1 h-8 max-w-sm" />
      <div aria-hidden="true" className="grid gap-2 md:grid-cols-2" data-loading="students">
        {Array.from({ length: 8 }, (_, i) => (
          <Skeleton key={i} className="h-15.5 rounded-card" />
        ))}
      </div>
    </div>
  )
}
