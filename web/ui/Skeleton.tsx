import { useTranslation } from '#web/lib/i18n.ts'
import { CardGrid } from './Card.tsx'
import { cx } from './cx.ts'

/** A grey placeholder with the shape of the content. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={cx('shimmer rounded-field bg-line/70', className)} />
)

/** Placeholders while a screen's rows or cards load, with 'Loading...' for screen readers. */
export function Loading({ as = 'rows', count = 6 }: { as?: 'rows' | 'cards'; count?: number }) {
  const { t } = useTranslation()
  const shapes = Array.from({ length: count }, (_, i) => i)
  return (
    <div role="status">
      <span className="sr-only">{t('common.loading')}</span>
      {as === 'cards' ? (
        <CardGrid aria-hidden="true">
          {shapes.map((i) => (
            <li key={i} className="overflow-hidden rounded-card border border-line bg-surface">
              <Skeleton className="h-28 rounded-none" />
              <div className="space-y-3 p-5">
                <Skeleton className="h-5 w-2/3" />
                <Skeleton className="h-4" />
              </div>
            </li>
          ))}
        </CardGrid>
      ) : (
        <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
          {shapes.map((i) => (
            <div key={i} className="flex items-center gap-4 px-4 py-3">
              <Skeleton className="size-11 rounded-full" />
              <Skeleton className="h-4 flex-1" />
              <Skeleton className="h-8 w-20 rounded-full" />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
