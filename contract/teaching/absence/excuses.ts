import * as z from 'zod/mini'
import { ClockTime } from '#contract/school/calendar/calendar-settings.ts'
import { signedIn, staff, staffOrParent } from '#contract/language/access.ts'
import { Bool, Day, Id, MediaUrl, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

/** The reasons with which parents excuse an absence. */
export const parentKinds = ['illness', 'appointment', 'family', 'travel', 'other'] as const

/** The reasons of parents and those that only the school enters: a school mission and a suspension. */
export const excuseKinds = [...parentKinds, 'mission', 'suspension'] as const

/** How many days one excuse may cover, and how many days ahead it may begin. */
export const excuseDays = 60

/**
 * Excused days of a student, or a request for them. `accepted` null: not decided yet. `byParent`: requested by a parent, not entered by the
 * school. `text`: what was written; `reason`: why it was refused.
 */
export const Excuse = z.object({
  id: z.string(),
  schoolId: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  /** Of a part of one day; both null for whole days. */
  fromTime: z.nullable(z.string()),
  toTime: z.nullable(z.string()),
  excuseKind: z.enum(excuseKinds),
  text: z.nullable(z.string()),
  /** A picture that the parent attached, for example of a doctor's note. */
  imageUrl: z.nullable(z.string()),
  byParent: z.boolean(),
  askedByName: z.string(),
  askedAt: z.string(),
  accepted: z.nullable(z.boolean()),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The number of these days on which the student is now marked absent. */
  absentDays: z.number(),
})

const days = { fromDay: Day, toDay: optional(Day), fromTime: optional(ClockTime), toTime: optional(ClockTime) }
const text = optional(Text(0, 1000, { lines: true }))

/** Without `toDay`, one day; with a time, a part of it. */
export const NewExcuse = z.strictObject({
  studentId: Id,
  ...days,
  excuseKind: OneOf(parentKinds),
  text,
  imageUrl: optional(MediaUrl),
})

/** Further operations (api.md §16): excuses of absences. */
export const excuses = {
  /** A parent asks the school to excuse days of their child: past days within the school's time limit, or future ones. */
  ask: operation({
    path: 'Excuse/Ask',
    access: signedIn('linkedChildren'),
    input: NewExcuse,
    output: Excuse,
    writes: true,
  }),

  /** With `decided` those that were decided, the latest decision first. */
  waiting: operation({
    path: 'Excuse/GetWaiting',
    access: staff('DecideExcuses', { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id, decided: optional(Bool), search: optional(Text(0, 100)), ...paging }),
    output: z.array(Excuse),
    paging: 'paged',
  }),

  ofStudent: operation({
    path: 'Excuse/GetStudentExcuses',
    access: staffOrParent(['DecideExcuses', 'HandleAbsence'], { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id, ...paging }),
    output: z.array(Excuse),
    paging: 'paged',
  }),

  /** The school itself excuses days; this is valid at once. */
  enter: operation({
    path: 'Excuse/Enter',
    access: staff('DecideExcuses', { student: 'studentId' }, 'classReach'),
    input: z.strictObject({ studentId: Id, ...days, excuseKind: OneOf(excuseKinds), text }),
    output: Excuse,
    writes: true,
  }),

  decide: operation({
    path: 'Excuse/Decide',
    access: staff('DecideExcuses', { student: 'studentId' }, 'classReach'),
    input: z.strictObject({
      studentId: Id,
      excuseId: Id,
      accept: Bool,
      reason: optional(Text(0, 500, { lines: true })),
    }),
    output: Excuse,
    writes: true,
  }),

  /** Takes a decision back: the excuse waits again, and what the decision excused is absent again. */
  undo: operation({
    path: 'Excuse/Undo',
    access: staff('DecideExcuses', { student: 'studentId' }, 'classReach'),
    input: z.strictObject({ studentId: Id, excuseId: Id }),
    output: Excuse,
    writes: true,
  }),
}
