import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'

/**
 * Prints its content once and then asks to be closed. It is printed without the rest of the page and not visible before. `size`: of the sheet,
 * if it is not left to the printer.
 */
export function OnPaper({
  className,
  size,
  onClose,
  children,
}: {
  className?: string
  size?: 'A4'
  onClose: () => void
  children: ReactNode
}) {
  useEffect(() => {
    const page = new CSSStyleSheet()
    if (size) page.replaceSync(`@page { size: ${size}; margin: 10mm }`)
    document.adoptedStyleSheets.push(page)
    print()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== page)
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
