import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Day, Id, Int, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { gapOutcomes } from './lessons.ts'

/** Outcomes of which the parents are notified. */
export const notifiedOutcomes: ReadonlySet<string> = new Set<(typeof gapOutcomes)[number]>(['sentHome', 'truant'])

export const gapStates = ['open', 'settled'] as const

/**
 * A student who was there in one lesson of a day (`seenIn`, until `leftAt` if they left before its end) and absent in later ones (`number` to
 * `until`). `handedOverAt`: when the gate handed the child over. `version` is 0 until somebody settles it.
 */
export const LessonGap = z.object({
  studentId: z.string(),
  studentName: z.string(),
  imageUrl: z.nullable(z.string()),
  classRoomId: z.string(),
  classRoomName: z.string(),
  date: z.string(),
  seenIn: z.number(),
  leftAt: z.nullable(z.string()),
  number: z.number(),
  until: z.number(),
  courseName: z.string(),
  handedOverAt: z.nullable(z.string()),
  outcome: z.nullable(z.enum(gapOutcomes)),
  settledByName: z.nullable(z.string()),
  settledAt: z.nullable(z.string()),
  version: z.number(),
})

/** Further operations (api.md §16): who was at school in one lesson and missing in the next (decision 178). */
export const lessonGaps = {
  /** The gaps of a day, today without `date`; the latest lessons first. */
  list: operation({
    path: 'Lesson/GetGaps',
    access: staff('HandleAbsence', { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({
      schoolId: Id,
      date: optional(Day),
      state: optional(OneOf(gapStates)),
      search: optional(Text(0, 100)),
      ...paging,
    }),
    output: z.array(LessonGap),
    paging: 'paged',
  }),

  /** Without an outcome the gap waits again. Parents are notified of `sentHome` and `truant`, and if that is taken back. */
  settle: operation({
    path: 'Lesson/SettleGap',
    access: staff('HandleAbsence', { student: 'studentId' }, 'classReach'),
    input: z.strictObject({
      studentId: Id,
      date: Day,
      number: Int(1, 20),
      outcome: optional(OneOf(gapOutcomes)),
      baseVersion: optional(Int(0, 1_000_000)),
    }),
    output: LessonGap,
    writes: true,
  }),
}
