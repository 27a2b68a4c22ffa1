import { X } from 'lucide-react'
import { createContext, type ReactNode, Suspense, useContext, useEffect, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from './Button.tsx'
import { Failed } from './States.tsx'

type Props = {
  /** A placeholder with the shape of the content. */
  fallback?: ReactNode
  /** For a part that opens over the page: closes it if it cannot be fetched. */
  onClose?: () => void
  children: ReactNode
}

const Closing = createContext<(() => void) | undefined>(undefined)

/** Shows a placeholder while the code of a lazy part is fetched. */
export const LazyPart = ({ fallback, onClose, children }: Props) => (
  <Closing value={onClose}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </Closing>
)

/** A part whose code could not be fetched. Browsers remember that until the page is reloaded. */
export function NotLoaded({ error }: { error: unknown }) {
  const onClose = useContext(Closing)
  const failed = <Failed error={error} again={() => location.reload()} />
  return onClose ? <OverPage onClose={onClose}>{failed}</OverPage> : failed
}

/** The browser's own dialog, because ours may be the part that could not be fetched. */
function OverPage({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={t('errors.unexpected')}
      onClose={onClose}
      className="m-auto w-[min(28rem,92vw)] rounded-card border border-line bg-surface p-4 text-ink backdrop:bg-veil"
    >
      <IconButton label={t('common.close')} className="ms-auto" onClick={() => dialog.current?.close()}>
        <X className="size-5" aria-hidden="true" />
      </IconButton>
      {children}
    </dialog>
  )
}
