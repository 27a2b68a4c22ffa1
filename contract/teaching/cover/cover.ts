import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Bool, Day, Id, Int, List, OneOf, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { numbersAtMost } from '#contract/school/timetable/timetable-drafts.ts'
import { ClockTime } from '#contract/school/calendar/calendar-settings.ts'
import { absenceKinds, CoverDay, CoverPlan, coverWays, StaffAbsence } from './cover-shapes.ts'

const LessonNumber = Int(1, numbersAtMost)

/** When somebody is absent: days, or of one day some numbers or a time. */
export const absentWhen = {
  fromDay: Day,
  toDay: optional(Day),
  fromTime: optional(ClockTime),
  toTime: optional(ClockTime),
  numbers: optional(List(LessonNumber, 1, numbersAtMost)),
}

export const AbsenceToTell = z.strictObject({
  schoolId: Id,
  teacherId: Id,
  absenceKind: OneOf(absenceKinds),
  ...absentWhen,
  /** The absence that is changed, or taken over if the teacher reported it. */
  absenceId: optional(Id),
})

const managing = staff('ManageCover', { school: 'schoolId' }, 'wholeSchool')
const ofDay = { schoolId: Id, day: Day }

/** Further operations (api.md §16): who takes the lessons of absent teachers (decision 153). */
export const cover = {
  day: operation({ path: 'Cover/GetDay', access: managing, input: z.strictObject(ofDay), output: CoverDay }),

  /** For the open lessons of a day, who takes them by the rule. Stores nothing. */
  propose: operation({ path: 'Cover/Propose', access: managing, input: z.strictObject(ofDay), output: CoverPlan }),

  /** Gives lessons to people, all or none. If what the plan was made from has changed, 409 with the plan of now. */
  assign: operation({
    path: 'Cover/Assign',
    access: managing,
    input: z.strictObject({
      ...ofDay,
      hash: Text(10, 100),
      covers: List(
        z.strictObject({
          lessonId: Id,
          way: OneOf(coverWays),
          teacherId: optional(Id),
          reason: optional(Text(3, 200)),
        }),
        1,
        60,
      ),
    }),
    output: Done,
    writes: true,
  }),

  /** Takes covers of a day back, of these lessons or all that have not begun. */
  undo: operation({
    path: 'Cover/Undo',
    access: managing,
    input: z.strictObject({ ...ofDay, lessonIds: optional(List(Id, 1, 60)) }),
    output: Done,
    writes: true,
  }),

  /** Their own covers at that time fall open again. */
  tell: operation({
    path: 'Cover/TellAbsence',
    access: managing,
    input: AbsenceToTell,
    output: StaffAbsence,
    writes: true,
  }),

  /** The teacher is there after all: covers of their lessons that have not begun are undone. `removed` false brings the absence back. */
  removeAbsence: operation({
    path: 'Cover/RemoveAbsence',
    access: managing,
    input: z.strictObject({ schoolId: Id, absenceId: Id, removed: Bool }),
    output: Done,
    writes: true,
  }),

  /** Lets a register in that reached the server after the end of the covered lesson, for an hour. */
  letIn: operation({
    path: 'Cover/LetIn',
    access: managing,
    input: z.strictObject({ schoolId: Id, coverId: Id }),
    output: Done,
    writes: true,
  }),
}
