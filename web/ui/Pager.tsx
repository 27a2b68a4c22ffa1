import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button, IconButton } from './Button.tsx'

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

/** Pages counted from 1. Renders nothing if there is only one. */
export function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t } = useTranslation()
  if (pages < 2) return null
  return (
    <nav aria-label={t('common.pages')} className="mt-6 flex items-center justify-center gap-3">
      <IconButton label={t('common.previousPage')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft className="mirror-rtl size-5" aria-hidden="true" />
      </IconButton>
      <span aria-live="polite" className="tabular-nums">
        {t('common.pageOf', { page, pages })}
      </span>
      <IconButton label={t('common.nextPage')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight className="mirror-rtl size-5" aria-hidden="true" />
      </IconButton>
    </nav>
  )
}
