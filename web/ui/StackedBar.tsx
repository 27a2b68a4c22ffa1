import { cx } from './cx.ts'

export type Part = { tone: keyof typeof fills; value: number }

/** Parts of a whole side by side, each as wide as its share. Decoration: the figures are next to it. */
export function StackedBar({ parts, className }: { parts: Part[]; className?: string }) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  const widths = parts.map(({ value }) => (whole === 0 ? 0 : (100 * value) / whole))
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className={cx('mirror-rtl block w-full rounded-full', className)}
    >
      <rect width="100" height="10" className="fill-line" />
      {parts.map(({ tone }, nth) => (
        <rect
          key={tone}
          x={widths.slice(0, nth).reduce((sum, width) => sum + width, 0)}
          width={widths[nth]}
          height="10"
          className={fills[tone]}
        />
      ))}
    </svg>
  )
}

const fills = { good: 'fill-ok', bad: 'fill-danger', waiting: 'fill-accent', neutral: 'fill-muted' }
