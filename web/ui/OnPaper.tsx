import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'

/** Prints what is in it, once, and asks to be closed: it stands alone when the page is printed, and is not seen before. */
export function OnPaper({
  className,
  onClose,
  children,
}: {
  className?: string
  onClose: () => void
  children: ReactNode
}) {
  useEffect(() => {
    print()
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return createPortal(
    <section data-paper className={cx('hidden print:block', className)}>
      {children}
    </section>,
    document.body,
  )
}
