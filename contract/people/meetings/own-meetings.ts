import * as z from 'zod/mini'
import { member, signedIn } from '#contract/language/access.ts'
import { Bool, Id, List, OneOf, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { ClockTime } from '#contract/school/calendar/calendar-settings.ts'
import { meetingOutcomes, meetingTimeFields } from './meetings.ts'

/** An evening as one of its teachers sees it: their own times, and the students whose parents they may ask to come. */
const MeetingDay = z.object({
  id: z.string(),
  schoolId: z.string(),
  title: z.string(),
  day: z.string(),
  minutes: z.number(),
  room: z.nullable(z.string()),
  isOpened: z.boolean(),
  times: z.array(z.object(meetingTimeFields)),
  students: z.array(
    z.object({ studentId: z.string(), studentName: z.string(), classRoomName: z.string(), isAsked: z.boolean() }),
  ),
})

/**
 * An evening as a family sees it. `meetings`: a child with each of its teachers who take part. `isOpen`: it can be booked now, by the teacher's
 * wish or by all.
 */
const FamilyEvening = z.object({
  id: z.string(),
  schoolId: z.string(),
  schoolName: z.string(),
  title: z.string(),
  day: z.string(),
  minutes: z.number(),
  gap: z.number(),
  closesAt: z.string(),
  allFrom: z.nullable(z.string()),
  isOpen: z.boolean(),
  meetings: z.array(
    z.object({
      studentId: z.string(),
      studentName: z.string(),
      teacherId: z.string(),
      teacherName: z.string(),
      courseNames: z.array(z.string()),
      room: z.nullable(z.string()),
      /** The teacher wants to see the parents of this child. */
      isAsked: z.boolean(),
      isOpen: z.boolean(),
      bookingId: z.nullable(z.string()),
      starts: z.nullable(z.string()),
      bookedByName: z.nullable(z.string()),
    }),
  ),
  free: z.array(z.object({ teacherId: z.string(), starts: z.array(z.string()) })),
})

const own = member({ school: 'schoolId' }, 'own')
const ofOwn = { schoolId: Id, roundId: Id }
const ofChildren = signedIn('linkedChildren')

/** Further operations (api.md §16): parents' evenings as teachers and parents see them (decision 188). */
export const ownMeetings = {
  /** The evenings of the caller as a teacher, from a month ago on. */
  day: operation({
    path: 'Meeting/GetOwnDay',
    access: own,
    input: z.strictObject({ schoolId: Id }),
    output: z.array(MeetingDay),
  }),

  /** `closed`: all times at which the caller is not there. */
  trim: operation({
    path: 'Meeting/Trim',
    access: own,
    input: z.strictObject({ ...ofOwn, closed: List(ClockTime, 0, 200) }),
    output: Done,
    writes: true,
  }),

  /** Asks the parents of a student to come, or no longer. They are notified once the evening is open. */
  ask: operation({
    path: 'Meeting/Ask',
    access: own,
    input: z.strictObject({ ...ofOwn, studentId: Id, asked: Bool }),
    output: Done,
    writes: true,
  }),

  settle: operation({
    path: 'Meeting/Settle',
    access: own,
    input: z.strictObject({ ...ofOwn, bookingId: Id, outcome: optional(OneOf(meetingOutcomes)) }),
    output: Done,
    writes: true,
  }),

  /** The evenings of all children of the caller, today and later. */
  free: operation({
    path: 'Meeting/GetFree',
    access: ofChildren,
    input: z.strictObject({}),
    output: z.array(FamilyEvening),
  }),

  /** All of these or none. A meeting with the same teacher about the same child takes the place of the one before. */
  book: operation({
    path: 'Meeting/Book',
    access: ofChildren,
    input: z.strictObject({
      roundId: Id,
      meetings: List(z.strictObject({ studentId: Id, teacherId: Id, starts: ClockTime }), 1, 20),
    }),
    output: Done,
    writes: true,
  }),

  cancel: operation({
    path: 'Meeting/TakeBack',
    access: ofChildren,
    input: z.strictObject({ studentId: Id, bookingId: Id }),
    output: Done,
    writes: true,
  }),
}
