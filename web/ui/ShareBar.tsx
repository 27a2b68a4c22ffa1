import { cx } from './cx.ts'

type Props = {
  /** 0 to 100. */
  percent: number
  /** The colour of a course or grade (tone.ts) that fills the share; or `fill`. */
  tone?: number | string
  fill?: string
  ground?: string
  /** Its height and its distance from what is above. */
  className: string
}

/** A share of a whole as a bar. Decoration: the figure is next to it. */
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
