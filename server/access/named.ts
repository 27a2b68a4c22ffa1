import type { From } from '#contract/language/access.ts'
import type { Kind } from '#contract/language/kinds.ts'
import { invalid } from '#server/base/errors.ts'

/**
 * The objects that a request names. For a list of bodies, those of every element; they may name only one school (api.md §8.8).
 */
export function namedIn(from: From<string>, input: Record<string, unknown>): (readonly [Kind, string])[] {
  return Object.entries(from).flatMap(([kind, field]) => {
    const value = input[field]
    if (value == null) return []
    if (!Array.isArray(value)) return [[kind as Kind, value as string] as const]

    const ids = [...new Set(value.map((element: Record<string, string>) => element[`${kind}Id`]!))]
    if (kind === 'school' && ids.length > 1) throw invalid('Invalid input')
    return ids.map((id) => [kind as Kind, id] as const)
  })
}

/**
 * Whether a parent's call is about their own child. All other ids only narrow. A class also only narrows in operations that take
 * no student. In operations that take one, a class without a student must be the child's class (api.md §4.2).
 */
export function concerns(
  from: From<string>,
  child: { id: string; classRoomId: string },
  input: Record<string, unknown>,
) {
  if (!from.student) return true
  if (input[from.student] != null) return input[from.student] === child.id
  return !from.classRoom || input[from.classRoom] == null || input[from.classRoom] === child.classRoomId
}
