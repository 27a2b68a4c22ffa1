import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const radius = 42
const length = 2 * Math.PI * radius

/** A share of a whole as a ring, with its figure inside. Decoration: `children` say what it shows. */
export function Ring({ share, done, children }: { share: number; done?: boolean; children: ReactNode }) {
  return (
    <span className="relative grid size-24 shrink-0 place-items-center">
      <svg aria-hidden="true" viewBox="0 0 100 100" className="mirror-rtl absolute inset-0 -rotate-90 rtl:rotate-90">
        <circle cx="50" cy="50" r={radius} fill="none" strokeWidth="10" className="stroke-soft" />
        {share > 0 && (
          <circle
            cx="50"
            cy="50"
            r={radius}
            fill="none"
            strokeWidth="10"
            strokeLinecap="round"
            strokeDasharray={`${Math.min(1, share) * length} ${length}`}
            className={cx(done ? 'stroke-ok' : 'stroke-primary')}
          />
        )}
      </svg>
      <span className="relative text-xl font-semibold">{children}</span>
    </span>
  )
}
