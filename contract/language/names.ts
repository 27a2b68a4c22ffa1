import * as z from 'zod/mini'
import { field, refuse, textOf, trimmed } from './fields.ts'
import { fold, visible } from './fold.ts'
import { graphemes } from './text.ts'

type NameRules = { missing?: string; empty?: string }

/**
 * A name of `min` to `max` graphemes, read like `Text`. Invisible characters do not count, and a name of these only is refused, because
 * people could not distinguish it from an empty one. `empty` is the sentence for a name without any character.
 */
export const NameOf = (min: number, max: number, { missing, empty }: NameRules = {}) =>
  trimmed(
    field<string>({ type: 'string', minLength: min, maxLength: max }, (raw) => {
      const name = textOf(raw, 0, max, { name: true, ...(missing !== undefined && { missing }) })
      if (name === '' && empty !== undefined) return refuse(empty)
      if (name !== '' && fold(name) === '') return refuse('A name needs at least one visible character')
      return graphemes(visible(name).trim(), max) < min
        ? refuse(missing ?? `String must contain at least ${min} character(s)`)
        : name
    }),
  )

/** A part of an account's name, or the name by which the account appears. */
export const RequiredName = NameOf(1, 100, { empty: 'Required' })

/** A part of a student's name: at least two letters, as in طه and مي (decision 027). */
export const PartOfName = NameOf(2, 100)

/** A part of a name that may be an initial. */
const Initial = NameOf(1, 100)

/** The middle part of a student's name; an initial, or '' for a student who came with two names. */
export const MiddleName = field<string>({ type: 'string', minLength: 1, maxLength: 100 }, (raw) => {
  if (raw === null || raw === '') return ''
  const read = z.safeParse(Initial, raw)
  return read.success ? read.data : refuse(read.error.issues[0]!.message)
})
