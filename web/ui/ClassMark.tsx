import { Bdi } from './Bdi.tsx'
import { toneOf } from './tone.ts'

/** The short name of a class, such as 4أ, in the colour of its grade, which distinguishes it from classes with the same name. */
export function ClassMark({ name, gradeName }: { name: string; gradeName: string }) {
  const short = name.split(/\s+/).at(-1) ?? name
  return (
    <span
      aria-hidden="true"
      data-tone={toneOf(gradeName)}
      className="tone-soft grid size-11 shrink-0 place-items-center rounded-field text-lg font-semibold"
    >
      <Bdi>{[...short].slice(0, 3).join('')}</Bdi>
    </span>
  )
}
