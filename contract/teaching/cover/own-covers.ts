import * as z from 'zod/mini'
import { member } from '#contract/language/access.ts'
import { Day, Id, OneOf, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { absentWhen } from './cover.ts'
import { absenceKinds, LeftLesson, OwnCover, StaffAbsence } from './cover-shapes.ts'

const own = member({ school: 'schoolId' }, 'own')
const ofCover = { schoolId: Id, coverId: Id }
const change = { access: own, output: Done, writes: true } as const

export const OwnAbsence = z.strictObject({ schoolId: Id, absenceKind: OneOf(absenceKinds), ...absentWhen })

/** Further operations (api.md §16): what a teacher sees and says of covers and of their own absences (decision 153). */
export const ownCovers = {
  /** From today on. */
  get: operation({
    path: 'Cover/GetOwn',
    access: own,
    input: z.strictObject({ schoolId: Id }),
    output: z.object({
      today: z.string(),
      time: z.string(),
      covers: z.array(OwnCover),
      left: z.array(LeftLesson),
      absences: z.array(StaffAbsence),
    }),
  }),

  /** Until 30 minutes before the lesson, with a reason that people with ManageCover read. */
  decline: operation({
    ...change,
    path: 'Cover/Decline',
    input: z.strictObject({ ...ofCover, answer: Text(3, 200) }),
  }),

  /** Agrees where the school asks first. */
  accept: operation({ ...change, path: 'Cover/Accept', input: z.strictObject(ofCover) }),

  /** The absent teacher before the lesson ends, or the covering one while its register is open; an empty text withdraws it. */
  writeNote: operation({
    ...change,
    path: 'Cover/WriteNote',
    input: z.strictObject({ schoolId: Id, day: Day, lessonId: Id, text: optional(Text(0, 1000, { lines: true })) }),
  }),

  /** Their own absence. It waits for somebody who covers lessons, and decides nothing. */
  tellOwn: operation({ ...change, path: 'Cover/TellOwn', input: OwnAbsence, output: StaffAbsence }),

  /** Asks to send a register that came after the end. */
  askLate: operation({ ...change, path: 'Cover/AskLate', input: z.strictObject(ofCover) }),
}
