import { Check, TriangleExclamationPoint, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from './cx.ts'
import { hush, useToast } from './toast.ts'

/**
 * Shows the toast for five seconds, and for ten with something to do. It can be swiped to the right past 50 px and reached with F8 (product.md §9). It is shown over the
 * header, where it covers nothing that people work with.
 */
export function Toasts() {
  const { t } = useTranslation()
  const shown = useToast((is) => is.shown)
  const isBad = shown?.tone === 'danger'
  const Icon = isBad ? TriangleExclamationPoint : Check
  return (
    <Toast.Provider
      duration={shown?.action ? 10_000 : 5000}
      swipeDirection="right"
      swipeThreshold={50}
      label={t('toast.one')}
    >
      {shown && (
        <Toast.Root
          key={shown.id}
          type={isBad ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && hush()}
          className={cx(
            'enter pointer-events-auto flex items-center gap-3 rounded-card border bg-surface py-1 ps-4 pe-2 shadow-lg shadow-black/10',
            'data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)]',
            isBad ? 'border-danger' : 'border-line',
          )}
        >
          <Icon className={cx('size-5 shrink-0', isBad ? 'text-danger' : 'text-ok')} aria-hidden="true" />
          <Toast.Description className="capital min-w-0 flex-1 py-1 text-sm leading-5">{shown.title}</Toast.Description>
          {shown.action && (
            <Toast.Action
              altText={shown.action.label}
              onClick={shown.action.run}
              className="min-h-11 shrink-0 rounded-full px-4 font-medium text-primary hover:bg-soft"
            >
              {shown.action.label}
            </Toast.Action>
          )}
          <Toast.Close
            aria-label={t('common.close')}
            className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-soft"
          >
            <X className="size-5" aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        hotkey={['F8']}
        label={t('toast.all')}
        className="fixed inset-x-2 top-1.5 z-60 outline-none md:start-auto md:end-6 md:w-[30rem] lg:end-72 print:hidden"
      />
    </Toast.Provider>
  )
}
