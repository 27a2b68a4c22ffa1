import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from './Button.tsx'

/** Below a list that has more rows: adds the next page. Renders nothing if there are no more. */
export function LoadMore({ more, pending, onMore }: { more: boolean; pending: boolean; onMore: () => void }) {
  const { t } = useTranslation()
  if (!more) return null
  return (
    <div className="mt-6 text-center">
      <Button disabled={pending} onClick={onMore}>
        {pending ? t('common.loading') : t('common.loadMore')}
      </Button>
    </div>
  )
}
