import * as z from 'zod/mini'
import { wireNames } from './wire-names.ts'

/** The answer of an operation without a row to answer: `changed` rows changed (api.md §6.4). */
export const Done = z.object({ done: z.literal(true), changed: z.number() })

/** What the caller may do to the row read, by the rules by which the operations themselves refuse (api.md §3.6). */
export const May = z.object({ update: z.boolean(), remove: z.boolean() })

const item = { id: z.string(), name: z.string() }
const itemNames = { id: ['id', 'value'], name: ['name', 'label'] } as const

/** One choice of a form. */
export const Item = wireNames(z.object(item), itemNames)

/**
 * A class as a choice of a form: classes of one name differ by their grade, and by their year unless that is the current one.
 * Nothing new is set in one that is not active.
 */
export const ClassItem = wireNames(
  z.object({ ...item, gradeName: z.string(), otherYearName: z.nullable(z.string()), active: z.boolean() }),
  itemNames,
)
