import { Bdi } from './Bdi.tsx'
import { signOfClass } from './class-name.ts'
import { cx } from './cx.ts'
import { toneOf } from './tone.ts'

/** The short name of a class, such as 4أ, in the colour of its grade, which distinguishes it from classes with the same name. */
export function ClassMark({ name, gradeName }: { name: string; gradeName: string }) {
  const sign = signOfClass(name)
  return (
    <span
      aria-hidden="true"
      data-tone={toneOf(gradeName)}
      className={cx(
        'tone-soft grid size-11 shrink-0 place-items-center rounded-field font-semibold',
        sign.length > 3 ? 'text-sm' : 'text-lg',
      )}
    >
      <Bdi>{sign}</Bdi>
    </span>
  )
}
