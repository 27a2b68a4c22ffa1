import * as z from 'zod/mini'
import { ClockTime } from '#contract/school/calendar/calendar-settings.ts'
import { staff } from '#contract/language/access.ts'
import { Bool, Day, FullMark, Id, List, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { TermClosing } from './results.ts'

const inGrade = { schoolId: Id, termId: Id, gradeId: Id }
const pupilCourse = { studentId: z.string(), studentName: z.string(), courseId: z.string(), courseName: z.string() }

/**
 * What closing would do now, or what was closed. `plan` identifies all results that would be stored, so that a person closes exactly what
 * they saw. `gracePlan` identifies the confirmed grace marks. `differences`: recorded work was changed after the closing, and the closed
 * result still applies.
 */
export const ClosingPlan = z.object({
  schoolId: z.string(),
  termId: z.string(),
  gradeId: z.string(),
  plan: z.string(),
  gracePlan: z.string(),
  students: z.number(),
  courses: z.number(),
  figures: z.number(),
  passed: z.number(),
  failed: z.number(),
  undecided: z.number(),
  secondRound: z.number(),
  /** Missing marks: their number, whom they concern, and the first ones. */
  missing: z.number(),
  /** Pupils with missing marks, and those of them who do not pass. */
  missingPupils: z.number(),
  missingFailed: z.number(),
  /** Pupils with a remark that closing stores, and remarks that it does not: a change was asked for, or nobody has approved them. */
  remarkPupils: z.number(),
  remarksAsked: z.number(),
  remarksUnread: z.number(),
  missingOf: z.array(z.object({ ...pupilCourse, partName: z.string(), partNameAr: z.string() })),
  /** Courses that count although nobody teaches them any more, because they have work or marks in the term. */
  withoutTeacher: z.array(
    z.object({
      classRoomId: z.string(),
      classRoomName: z.string(),
      courseId: z.string(),
      courseName: z.string(),
    }),
  ),
  /** `exceeded`: together with the pupil's other confirmed ones, above the maximum of a scheme. The term cannot be closed with them. */
  grace: z.array(
    z.object({
      ...pupilCourse,
      total: z.number(),
      passMark: z.number(),
      points: z.number(),
      confirmed: z.boolean(),
      exceeded: z.boolean(),
    }),
  ),
  /** Confirmed grace marks that have no effect now; confirming any takes them back. */
  graceUnused: z.array(z.object({ ...pupilCourse, points: z.number() })),
  closing: z.nullable(TermClosing),
  history: z.array(TermClosing),
  /** `now` is also null if the pupil or the course would no longer be closed. */
  differences: z.array(
    z.object({
      ...pupilCourse,
      closed: z.nullable(z.number()),
      now: z.nullable(z.number()),
      closedPassed: z.nullable(z.boolean()),
      nowPassed: z.nullable(z.boolean()),
    }),
  ),
})

const reads = staff(['ManageResults', 'CloseResults'], { school: 'schoolId' }, 'wholeSchool')
const closes = staff('CloseResults', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): closing, reopening and publishing the results of a grade's term. */
export const closings = {
  plan: operation({
    path: 'Result/GetClosing',
    access: reads,
    input: z.strictObject(inGrade),
    output: ClosingPlan,
  }),

  close: operation({
    path: 'Result/Close',
    access: closes,
    input: z.strictObject({
      ...inGrade,
      plan: Text(1, 100),
      /** Closes although marks are missing; the plan names them. */
      acceptMissing: optional(Bool),
      reason: optional(Text(0, 500)),
    }),
    output: ClosingPlan,
    writes: true,
  }),

  reopen: operation({
    path: 'Result/Reopen',
    access: closes,
    input: z.strictObject({ ...inGrade, closingId: Id, reason: Text(3, 500) }),
    output: ClosingPlan,
    writes: true,
  }),

  /** Parents can read it at once, or from a day and hour of the school on. */
  publish: operation({
    path: 'Result/Publish',
    access: closes,
    input: z.strictObject({ ...inGrade, closingId: Id, day: optional(Day), time: optional(ClockTime) }),
    output: ClosingPlan,
    writes: true,
  }),

  /**
   * Confirms grace marks as they were proposed. Those that are not listed are taken back, with one audit line per pupil. `plan`: the
   * `gracePlan` that the caller saw, so that nothing is taken back that somebody else has confirmed since. The former web client sends the
   * `plan` of all results instead.
   */
  grace: operation({
    path: 'Result/ConfirmGrace',
    access: closes,
    input: z.strictObject({
      ...inGrade,
      plan: optional(Text(1, 100)),
      items: List(z.strictObject({ studentId: Id, courseId: Id, points: FullMark }), 0, 2000),
    }),
    output: ClosingPlan,
    writes: true,
  }),
}
