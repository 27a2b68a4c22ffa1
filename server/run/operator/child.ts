import { CannotStart } from '#server/base/cannot-start.ts'
import type { ErasedChild } from './child-words.queries.ts'

/** The child that the operator named. Throws CannotStart if there is none or more than one. */
export function onlyChild(children: ErasedChild[]): ErasedChild {
  if (children.length === 0) throw new CannotStart('There is no student with that id or code.')
  if (children.length === 1) return children[0]!
  const ids = children.map(({ id, school }) => `${id}  ${school}`).join('\n')
  throw new CannotStart(`Several schools have that code; name the id of the student:\n${ids}`)
}
