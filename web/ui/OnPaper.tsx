import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'

/** Prints its content once and then asks to be closed. It is printed without the rest of the page and not visible before. */
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
