import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { fade, useBeyond } from './beyond.ts'
import { cx } from './cx.ts'

/**
 * At each end of the row, if there is more of it: a fade, and an arrow that scrolls there. For fingers and mice only; the row follows the
 * focus.
 */
export function MoreBeyond({ list }: { list: RefObject<HTMLDivElement | null> }) {
  const { dir } = useTranslation()
  const beyond = useBeyond(list)
  const arrow = (end: 'start' | 'end') => {
    const isRight = (end === 'end') === (dir === 'ltr')
    const Icon = isRight ? ChevronRight : ChevronLeft
    const scroll = () => list.current?.scrollBy({ left: (isRight ? 0.7 : -0.7) * list.current.clientWidth })
    return (
      <button
        type="button"
        aria-hidden="true"
        tabIndex={-1}
        data-beyond={end}
        onClick={scroll}
        className={cx(
          'absolute inset-y-0 flex w-14 items-center text-primary',
          end === 'end' ? 'end-0 justify-end pe-2' : 'start-0 ps-2',
          fade(end, dir),
        )}
      >
        <Icon className="size-5" />
      </button>
    )
  }
  return (
    <>
      {beyond.start && arrow('start')}
      {beyond.end && arrow('end')}
    </>
  )
}
