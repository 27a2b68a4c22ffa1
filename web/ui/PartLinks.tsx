import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'
import { MoreBeyond } from './MoreBeyond.tsx'
import { partLook, segmentLook } from './part-looks.ts'

type PartLink = { key: string; label: string; to: string; isOpen: boolean }

type Props = {
  /** Already translated, like those of the links. */
  label: string
  links: PartLink[]
  /** Parts within a part: a switch. */
  segmented?: boolean
}

/** The parts of a page, each with its own address. They look as tabs do. On a narrow screen the row scrolls, and arrows show where there are more. */
export function PartLinks({ label, links, segmented = false }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const open = links.find(({ isOpen }) => isOpen)?.key
  useEffect(() => {
    row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  return (
    <nav aria-label={label} className="relative -mx-4 min-w-0 md:mx-0 print:hidden">
      <div ref={row} className="flex overflow-x-auto px-4 [scrollbar-width:none] md:px-0">
        {links.map(({ key, label: text, to, isOpen }) => (
          <Link
            key={key}
            to={to}
            preventScrollReset
            {...(isOpen && { 'aria-current': 'page' as const })}
            data-state={isOpen ? 'active' : 'inactive'}
            className={cx(
              segmented ? segmentLook : cx(partLook, 'md:px-3'),
              segmented && 'flex shrink-0 items-center whitespace-nowrap',
            )}
          >
            <span className="capital inline-block">{text}</span>
          </Link>
        ))}
      </div>
      <MoreBeyond list={row} />
    </nav>
  )
}
