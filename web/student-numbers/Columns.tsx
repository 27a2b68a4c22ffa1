import type { ReactNode } from 'react'
import { Digits } from '#web/ui/Bdi.tsx'

export type Column = {
  key: string
  name: ReactNode
  /** 0 to 100; null where there is nothing to show. */
  percent: number | null
  /** Below the name. */
  more?: ReactNode
  /** Shown, and not part of what is reckoned from the others. */
  apart?: boolean
}

/** Percentages as columns beside each other, in the direction of the language; read out as a list of names and figures. */
export const Columns = ({ label, columns }: { label: string; columns: Column[] }) => (
  <ul aria-label={label} className="mt-4 grid grid-cols-[repeat(auto-fill,3rem)] gap-x-1 gap-y-4">
    {columns.map(({ key, name, percent, more, apart }) => (
      <li key={key} className="flex min-w-0 flex-col items-center text-center text-xs">
        <span className="order-3 mt-1.5 w-full text-muted [overflow-wrap:anywhere]">
          {name}
          {more && <span className="block">{more}</span>}
        </span>
        <svg aria-hidden="true" viewBox="0 0 20 100" preserveAspectRatio="none" className="order-2 h-24 w-8">
          <rect width="20" height="100" className="fill-soft" />
          <rect
            y={100 - (percent ?? 0)}
            width="20"
            height={percent ?? 0}
            className={apart ? 'fill-muted' : 'fill-primary'}
          />
        </svg>
        <span className="order-1 mb-1 font-medium">
          <Percent value={percent} />
        </span>
      </li>
    ))}
  </ul>
)

/** A percentage, or a dash where there is none. */
export const Percent = ({ value }: { value: number | null }) => <Digits>{value === null ? '–' : `${value}%`}</Digits>
