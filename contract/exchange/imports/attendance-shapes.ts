import * as z from 'zod/mini'
import { states } from '#contract/teaching/attendance/attendance.ts'
import { Bool, List, OneOf, optional, Text } from '#contract/language/fields.ts'

/** What a letter of a sheet of attendance can mean; of `nothing`, no mark is brought. */
export const dayStates = [...states, 'nothing'] as const

/** Whether a row's days take the place of those that the school has already, or leave them as they are. */
export const dayDecisions = ['keep', 'take'] as const

const text = z.nullable(z.string())

/**
 * How the cells of attendance are read. `month`: that of days that are numbers only, as 2026-11, or 1448-05 of the Hijri calendar. `words`: each
 * letter or word of the cells, an empty text for empty ones, in how many cells it is and what it means; null: nobody has said it yet.
 * `closedCells`: cells on days when the school is closed, which are problems of their rows unless they are left out (`leavesClosed`). `others`: students
 * of the same classes who are in no row of a day, which are marks to add as present if `othersPresent`.
 */
export const WrittenAttendance = z.object({
  month: text,
  words: z.array(
    z.object({
      word: z.string(),
      state: z.nullable(z.enum(dayStates)),
      guess: z.nullable(z.enum(['exact', 'near'])),
      cells: z.number(),
    }),
  ),
  leavesClosed: z.boolean(),
  closedCells: z.number(),
  othersPresent: z.boolean(),
  others: z.number(),
})

/** The month is replaced, and the words that are named; what is not said of the rest stays. */
export const MeantAttendance = z.strictObject({
  month: optional(Text(7, 7)),
  words: optional(List(z.strictObject({ word: Text(0, 60), state: optional(OneOf(dayStates)) }), 1, 200)),
  leavesClosed: optional(Bool),
  othersPresent: optional(Bool),
})
