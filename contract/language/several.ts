import * as z from 'zod/mini'
import { field, List, refuse } from './fields.ts'

/** Several bodies of a single operation at once (api.md §8.8): 1 to 200, all stored or none. */
export const several = <S extends z.ZodMiniObject>(one: S) => z.strictObject({ items: List(one, 1, 200) })

/** A list of 1 to 200 elements with its own sentences for a missing and an empty list (api.md §4.6). */
export const listSaying = <S extends z.ZodMiniType>(
  element: S,
  { missing, empty }: { missing: string; empty?: string },
) =>
  z.pipe(
    field<z.input<S>[]>({ type: 'array' }, (raw) => {
      if (!Array.isArray(raw)) return refuse(missing)
      return empty && raw.length === 0 ? refuse(empty) : raw
    }),
    z.array(element).check(z.maxLength(200)) as unknown as z.ZodMiniPipe<z.ZodMiniArray<S>, z.ZodMiniArray<S>>,
  )
