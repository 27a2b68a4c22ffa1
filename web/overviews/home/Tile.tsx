import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = {
  title: string
  wide?: boolean
  /** Title, figure and what belongs to it stand level with those of the tiles beside it, however many lines each has. */
  level?: boolean
  children: ReactNode
}

/** One figure of the day with what belongs to it. */
export function Tile({ title, wide, level, children }: Props) {
  return (
    <section
      aria-label={title}
      style={level ? { gridRow: 'span 3', gridTemplateRows: 'subgrid', rowGap: 0 } : undefined}
      className={cx(
        'min-w-0 rounded-card border border-line bg-surface p-4 md:p-5',
        level ? 'grid' : 'flex flex-col',
        wide && 'max-sm:col-span-2',
      )}
    >
      <h2 className="text-sm font-semibold text-muted">{title}</h2>
      {children}
    </section>
  )
}

/** A sentence with a check, where there is nothing to do. */
export const AllWell = ({ children }: { children: string }) => (
  <p className="mt-auto flex items-center gap-2 pt-3 text-sm text-ok">
    <Check className="size-5 shrink-0" aria-hidden="true" />
    {children}
  </p>
)
