import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Day, Id, Int, List, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { ClockTime } from '#contract/school/calendar/calendar-settings.ts'

export const meetingOutcomes = ['held', 'missed'] as const

/** An evening on which parents meet teachers. Times are `HH:MM` by the clock of the school. `openedAt`: families can book it. */
export const MeetingRound = z.object({
  id: z.string(),
  schoolId: z.string(),
  title: z.string(),
  day: z.string(),
  fromTime: z.string(),
  toTime: z.string(),
  minutes: z.number(),
  gap: z.number(),
  breakFrom: z.nullable(z.string()),
  breakTo: z.nullable(z.string()),
  classRoomIds: z.array(z.string()),
  allFrom: z.nullable(z.string()),
  closeHours: z.number(),
  openedAt: z.nullable(z.string()),
  teachers: z.array(
    z.object({
      teacherId: z.string(),
      teacherName: z.string(),
      room: z.nullable(z.string()),
      free: z.number(),
      booked: z.number(),
    }),
  ),
  version: z.number(),
})

/** A time of one teacher, and who has booked it. */
export const meetingTimeFields = {
  starts: z.string(),
  isClosed: z.boolean(),
  bookingId: z.nullable(z.string()),
  studentId: z.nullable(z.string()),
  studentName: z.nullable(z.string()),
  classRoomName: z.nullable(z.string()),
  bookedByName: z.nullable(z.string()),
  outcome: z.nullable(z.enum(meetingOutcomes)),
}

/** A time of a teacher: free, closed by the teacher, or booked about a student. */
export const MeetingTime = z.object({
  teacherId: z.string(),
  teacherName: z.string(),
  room: z.nullable(z.string()),
  ...meetingTimeFields,
})

const access = staff('AddSchoolPost', { school: 'schoolId' }, 'wholeSchool')
const ofRound = { schoolId: Id, roundId: Id }

export const NewMeetingRound = z.strictObject({
  schoolId: Id,
  roundId: optional(Id),
  title: Text(3, 150),
  day: Day,
  fromTime: ClockTime,
  toTime: ClockTime,
  minutes: Int(5, 20),
  /** Minutes to walk from one teacher to the next. */
  gap: Int(0, 10),
  breakFrom: optional(ClockTime),
  breakTo: optional(ClockTime),
  classRoomIds: List(Id, 0, 200),
  /** Until this day parents book only with teachers who asked for them. */
  allFrom: optional(Day),
  /** How many hours before the evening bookings close. */
  closeHours: Int(0, 72),
  teachers: List(z.strictObject({ teacherId: Id, room: optional(Text(1, 60)) }), 1, 200),
  baseVersion: BaseVersion,
})

/** Further operations (api.md §16): parents' evenings as the office makes them (decision 188). */
export const meetings = {
  rounds: operation({
    path: 'Meeting/GetRounds',
    access,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(MeetingRound),
    paging: 'paged',
  }),

  /** Who teaches or leads a class, by name, with these classes. */
  teachers: operation({
    path: 'Meeting/GetTeachers',
    access,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(z.object({ teacherId: z.string(), teacherName: z.string(), classRoomIds: z.array(z.string()) })),
    paging: 'whole',
  }),

  /** Without `roundId` a new one. Bookings whose time no longer exists are cancelled, and their families are notified. */
  save: operation({ path: 'Meeting/SaveRound', access, input: NewMeetingRound, output: MeetingRound, writes: true }),

  /** Families can book from now on and are notified of it; or they can no longer book. */
  open: operation({
    path: 'Meeting/Open',
    access,
    input: z.strictObject({ ...ofRound, open: Bool }),
    output: MeetingRound,
    writes: true,
  }),

  /** Every time of every teacher, by teacher and time. */
  board: operation({
    path: 'Meeting/GetBoard',
    access,
    input: z.strictObject({ ...ofRound, teacherId: optional(Id), ...paging }),
    output: z.array(MeetingTime),
    paging: 'whole',
  }),

  /** For parents without an account, also after bookings closed. The parents who have one are notified. */
  bookFor: operation({
    path: 'Meeting/BookFor',
    access,
    input: z.strictObject({ ...ofRound, studentId: Id, teacherId: Id, starts: ClockTime }),
    output: Done,
    writes: true,
  }),

  cancelFor: operation({
    path: 'Meeting/TakeBackFor',
    access,
    input: z.strictObject({ ...ofRound, bookingId: Id }),
    output: Done,
    writes: true,
  }),
}
