import * as z from 'zod/mini'
import { wireNames } from './wire-names.ts'

/** The answer of an operation that returns no row: `changed` rows were changed (api.md §6.4). */
export const Done = z.object({ done: z.literal(true), changed: z.number() })

/** What the caller may do with the row, by the same rules as the operations themselves (api.md §3.6). */
export const May = z.object({ update: z.boolean(), remove: z.boolean() })

const item = { id: z.string(), name: z.string() }
const itemNames = { id: ['id', 'value'], name: ['name', 'label'] } as const

/** One choice of a form. */
export const Item = wireNames(z.object(item), itemNames)

/**
 * A class as a choice of a form. Classes with the same name differ by grade, and by year unless it is the current one. Nothing new can be
 * set in an inactive class.
 */
export const ClassItem = wireNames(
  z.object({ ...item, gradeName: z.string(), otherYearName: z.nullable(z.string()), active: z.boolean() }),
  itemNames,
)
