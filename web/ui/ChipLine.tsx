import type { ReactNode } from 'react'

type Props = {
  /** Already translated; absent where what is around it names it. */
  label?: string
  /** Beside the chips, always in view. */
  tools?: ReactNode
  children: ReactNode
}

/** Chips in one line, which scrolls on a narrow screen. */
export const ChipLine = ({ label, tools, children }: Props) => (
  <div role={label ? 'group' : undefined} aria-label={label} className="flex items-center gap-2">
    <div className="relative -ms-4 flex min-w-0 flex-1 items-center gap-2 overflow-x-auto py-1 ps-4 [scrollbar-width:none] md:ms-0 md:flex-wrap md:overflow-visible md:py-0 md:ps-0">
      {children}
    </div>
    <div className="flex shrink-0 items-center gap-2">{tools}</div>
  </div>
)
