import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Day, Id, Int, List, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

/** How many days ahead an event can be entered. */
export const elsewhereAhead = 60

const ofClass = { classRoom: 'classRoomId' } as const

/** Further operations (api.md §16): students who are elsewhere on the school's business count as there (decision 179). */
export const elsewhere = {
  save: operation({
    path: 'Lesson/SaveElsewhere',
    access: staff('AttendanceAction', ofClass, 'classReach'),
    input: z.strictObject({
      classRoomId: Id,
      date: Day,
      eventName: Text(2, 100),
      fromNumber: Int(1, 20),
      toNumber: Int(1, 20),
      studentIds: List(Id, 1, 500),
    }),
    output: z.object({ eventId: z.string() }),
    writes: true,
  }),

  /** Takes an event back: the lessons count again as they were taken. */
  remove: operation({
    path: 'Lesson/RemoveElsewhere',
    access: staff('AttendanceAction', ofClass, 'classReach'),
    input: z.strictObject({ classRoomId: Id, date: Day, eventId: Id }),
    output: Done,
    writes: true,
  }),
}
