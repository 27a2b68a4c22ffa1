import { Bdi } from './Bdi.tsx'
import { cx } from './cx.ts'
import { toneOf } from './tone.ts'

/** The name of a course or grade, in the colour that it has everywhere. */
export const CourseTag = ({ name, className }: { name: string; className?: string }) => (
  <span
    data-tone={toneOf(name)}
    className={cx('tone-soft inline-block rounded-full px-2.5 py-0.5 text-sm font-medium', className)}
  >
    <Bdi>{name}</Bdi>
  </span>
)
