import { cx } from './cx.ts'

type Props = {
  /** 0 to 100. */
  percent: number
  /** The tone of a course or grade (tone.ts) with which the share is filled; or `fill`. */
  tone?: number | string
  fill?: string
  ground?: string
  /** Its height and what stands above it. */
  className: string
}

/** A share of a whole as a bar. Decoration: the figure stands beside it. */
export const ShareBar = ({ percent, tone, fill = 'tone-fill', ground = 'fill-line', className }: Props) => (
  <svg
    aria-hidden="true"
    data-figures
    viewBox="0 0 100 1"
    preserveAspectRatio="none"
    className={cx('mirror-rtl block w-full rounded-full', className)}
  >
    <rect width="100" height="1" className={ground} />
    <rect width={percent} height="1" data-tone={tone} className={fill} />
  </svg>
)
