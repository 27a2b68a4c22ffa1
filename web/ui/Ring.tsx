import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const radius = 42
const length = 2 * Math.PI * radius

type Props = {
  /** 0 to 1. */
  share: number
  done?: boolean
  small?: boolean
  children: ReactNode
}

/** A share of a whole as a ring, with its figure inside. Decoration: `children` show the meaning. */
export function Ring({ share, done, small, children }: Props) {
  return (
    <span className={cx('relative grid shrink-0 place-items-center', small ? 'size-14' : 'size-24')}>
      <svg aria-hidden="true" data-figures viewBox="0 0 100 100" className="mirror-rtl absolute inset-0">
        <circle cx="50" cy="50" r={radius} fill="none" strokeWidth="10" className="stroke-soft" />
        {share > 0 && (
          <circle
            cx="50"
            cy="50"
            r={radius}
            fill="none"
            strokeWidth="10"
            strokeLinecap="round"
            transform="rotate(-90 50 50)"
            strokeDasharray={`${Math.min(1, share) * length} ${length}`}
            className={done ? 'stroke-ok' : 'stroke-primary'}
          />
        )}
      </svg>
      <span className={cx('relative font-semibold', small ? 'text-xs text-ink' : 'text-xl')}>{children}</span>
    </span>
  )
}
