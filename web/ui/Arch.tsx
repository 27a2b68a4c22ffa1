import { cx } from './cx.ts'

/** The logo: three rings, teal, saffron and mint. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 64 40" className={className} aria-hidden="true">
      <path d="M2 38a30 30 0 0 1 60 0z" fill="var(--mark-mint)" />
      <path d="M12 38a20 20 0 0 1 40 0z" fill="var(--primary)" />
      <path d="M22 38a10 10 0 0 1 20 0z" fill="var(--accent)" />
    </svg>
  )
}

/** Shown where a picture is missing: the arch on a quiet ground, as wide as its container. */
export const Arch = ({ className }: { className?: string | undefined }) => (
  <span aria-hidden="true" className={cx('arch block', className)} />
)
