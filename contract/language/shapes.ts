import * as z from 'zod/mini'
import { wireNames } from './wire-names.ts'

/** The answer of an operation without a row to answer: `changed` rows changed (api.md §6.4). */
export const Done = z.object({ done: z.literal(true), changed: z.number() })

/** What the caller may do to the row read, by the rules by which the operations themselves refuse (api.md §3.6). */
export const May = z.object({ update: z.boolean(), remove: z.boolean() })

/** One choice of a form. */
export const Item = wireNames(z.object({ id: z.string(), name: z.string() }), {
  id: ['id', 'value'],
  name: ['name', 'label'],
})
