import { cx } from './cx.ts'

type Props = {
  /** Already translated. */
  label: string
  /** 0 to 1; null while it is unknown. */
  part: number | null
}

export const ProgressBar = ({ label, part }: Props) => (
  <progress
    {...(part !== null && { value: part })}
    aria-label={label}
    className={cx(
      'h-2.5 w-full max-w-md appearance-none overflow-hidden rounded-full bg-soft',
      '[&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-soft [&::-webkit-progress-value]:bg-primary',
      part === null && 'shimmer',
    )}
  />
)
