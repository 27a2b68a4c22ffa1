import { type ReactNode, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { fade, useBeyond } from './beyond.ts'
import { cx } from './cx.ts'

type Props = {
  /** Already translated; absent if the surrounding content names it. */
  label?: string
  /** Actions for what is shown; they stay in place while the chips scroll. */
  tools?: ReactNode
  children: ReactNode
}

/** Chips in one line, which scrolls on a narrow screen and fades where there are more. */
export function ChipLine({ label, tools, children }: Props) {
  const { dir } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  const beyond = useBeyond(row)
  const over = (end: 'start' | 'end') => (
    <span
      className={cx('pointer-events-none absolute inset-y-0 w-10', end === 'end' ? 'end-0' : 'start-0', fade(end, dir))}
    />
  )
  return (
    <div role={label ? 'group' : undefined} aria-label={label} className="flex items-center gap-2">
      <div className="relative -ms-4 min-w-0 flex-1 md:ms-0">
        <div
          ref={row}
          className="flex items-center gap-2 overflow-x-auto py-1 ps-4 [scrollbar-width:none] md:flex-wrap md:overflow-visible md:py-0 md:ps-0"
        >
          {children}
        </div>
        {beyond.start && over('start')}
        {beyond.end && over('end')}
      </div>
      <div className="flex shrink-0 items-center gap-2">{tools}</div>
    </div>
  )
}
