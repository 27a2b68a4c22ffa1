import { type ReactNode, useRef } from 'react'
import { useBeyond } from './beyond.ts'

type Props = {
  /** Already translated; absent where what is around it names it. */
  label?: string
  /** Beside the chips, always in view. */
  tools?: ReactNode
  children: ReactNode
}

/** Chips in one line, which scrolls on a narrow screen and fades where there are more. */
export function ChipLine({ label, tools, children }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const beyond = useBeyond(row)
  return (
    <div role={label ? 'group' : undefined} aria-label={label} className="flex items-center gap-2">
      <div className="relative -ms-4 min-w-0 flex-1 md:ms-0">
        <div
          ref={row}
          className="flex items-center gap-2 overflow-x-auto py-1 ps-4 [scrollbar-width:none] md:flex-wrap md:overflow-visible md:py-0 md:ps-0"
        >
          {children}
        </div>
        {beyond.start && (
          <span className="pointer-events-none absolute inset-y-0 start-0 w-10 bg-linear-to-r from-bg to-transparent md:hidden rtl:bg-linear-to-l" />
        )}
        {beyond.end && (
          <span className="pointer-events-none absolute inset-y-0 end-0 w-10 bg-linear-to-l from-bg to-transparent md:hidden rtl:bg-linear-to-r" />
        )}
      </div>
      <div className="flex shrink-0 items-center gap-2">{tools}</div>
    </div>
  )
}
