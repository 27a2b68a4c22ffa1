import * as z from 'zod/mini'

/** The answer of an operation without a row to answer: `changed` rows changed (api.md §6.4). */
export const Done = z.object({ done: z.literal(true), changed: z.number() })
