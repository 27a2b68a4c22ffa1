import * as z from 'zod/mini'
import { wireNames } from './wire-names.ts'

/** The answer of an operation without a row to answer: `changed` rows changed (api.md §6.4). */
export const Done = z.object({ done: z.literal(true), changed: z.number() })

/** One choice of a form. */
export const Item = wireNames(z.object({ id: z.string(), name: z.string() }), {
  id: ['id', 'value'],
  name: ['name', 'label'],
})
