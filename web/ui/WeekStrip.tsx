import { cx } from './cx.ts'

/** Attendance of a class on the last days, oldest first, as columns. Decoration: the figures are shown elsewhere. */
export function WeekStrip({ week }: { week: (number | null)[] }) {
  return (
    <span aria-hidden="true" data-figures className="flex h-8 items-end gap-1">
      {week.map((percent, nth) => (
        // oxlint-disable-next-line react/no-array-index-key -- a day has no other name here, and none moves
        <span key={nth} className="flex h-full w-2 items-end overflow-hidden rounded-full bg-line">
          {percent !== null && <span className={cx('w-full rounded-full', lookOf(percent))} />}
        </span>
      ))}
    </span>
  )
}

/** Three heights instead of a scale from zero, because most days are between 80 and 100 and must still look different. */
function lookOf(percent: number) {
  if (percent >= 95) return 'h-full bg-ok'
  return percent >= 85 ? 'h-6 bg-accent' : 'h-3 bg-danger'
}
