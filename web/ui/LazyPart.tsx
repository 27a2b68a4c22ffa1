import { X } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { retryParts, useFailedParts } from '#web/lib/part.ts'
import { IconButton } from './Button.tsx'
import { Failed } from './States.tsx'

type Props = {
  /** The shape of what will come. */
  fallback?: ReactNode
  /** For a part that opens over the page: gives it up where it cannot be fetched. */
  onClose?: () => void
  children: ReactNode
}

/** Where a lazy part stands: its shape while its code is fetched, and another try where it could not be. */
export const LazyPart = ({ children, ...pending }: Props) => (
  <Suspense fallback={<Pending {...pending} />}>{children}</Suspense>
)

function Pending({ fallback, onClose }: Omit<Props, 'children'>) {
  const failure = useFailedParts(({ failed }) => failed[0])
  useEffect(retryParts, []) // what was prefetched in vain
  if (!failure) return fallback
  const failed = <Failed error={failure.error} again={retryParts} />
  if (!onClose) return failed
  return (
    <>
      {fallback}
      <OverPage onClose={onClose}>{failed}</OverPage>
    </>
  )
}

/** The browser's own dialog: ours may be what could not be fetched. */
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
