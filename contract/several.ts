import * as z from 'zod/mini'
import { List } from './fields.ts'

/** Several at once (api.md §8.8): 1 to 200 bodies of the single operation, all stored or none. */
export const several = <S extends z.ZodMiniObject>(one: S) => z.strictObject({ items: List(one, 1, 200) })
