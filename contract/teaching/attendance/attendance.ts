import * as z from 'zod/mini'
import { orCovering, staff, staffOrParent } from '#contract/language/access.ts'
import { ClockTime } from '#contract/school/calendar/calendar-settings.ts'
import { Bool, Day, Id, Int, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { ignoring, wireNames } from '#contract/language/wire-names.ts'

/** The attendance of a student on a day; `isAttend` is true for present and late. */
export const states = ['present', 'absent', 'late', 'excused'] as const

export type AttendanceState = (typeof states)[number]

/** Whether a student with this state was there, at least for a part of the time. */
export const isThere = (state: string | null | undefined) => state === 'present' || state === 'late'

/** Where the mark of a day comes from: the register of the day, the lessons, or the office, whose word lessons do not change. */
export const origins = ['taken', 'derived', 'office'] as const

const oldest = 400 * 86_400_000

/** Whether the register of a class may be taken or corrected for a day; both days are by the school's calendar. */
export const isRecordable = (date: string, today: string) =>
  date <= today && Date.parse(date) >= Date.parse(today) - oldest

/** One student on one day. No row means "not taken yet". `version` is that of the sheet, for its next save. `isBrought`: from another system. */
export const Attendance = z.object({
  id: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  supervisorId: z.string(),
  supervisorName: z.string(),
  date: z.string(),
  weekDay: z.string(),
  isAttend: z.boolean(),
  state: z.enum(states),
  minutesLate: z.nullable(z.number()),
  note: z.nullable(z.string()),
  isBrought: z.boolean(),
  /** When the student left before the end, by the clock of the school; they were there until then. */
  leftAt: z.nullable(z.string()),
  origin: z.enum(origins),
  version: z.number(),
  lastModifyDate: z.string(),
})

/** One class on one day, with its counts, and how many of them were brought from another system. A sheet without marks is not listed. */
export const Sheet = z.object({
  classRoomId: z.string(),
  classRoomName: z.string(),
  date: z.string(),
  weekDay: z.string(),
  present: z.number(),
  late: z.number(),
  absent: z.number(),
  excused: z.number(),
  brought: z.number(),
  savedById: z.string(),
  savedByName: z.string(),
  version: z.number(),
  lastModifyDate: z.string(),
})

/**
 * The roll of a class on a day. `isExcused`: an accepted excuse covers the day. `hasAlert`: there is something to know about the health. `markedIn`: another class gave the mark of that day, as on
 * the day of a move. `isAssumed`: on that day the class had nobody yet, and these are the students with whom it came to the product.
 */
export const RegisterRoll = z.object({
  isAssumed: z.boolean(),
  /** Whether the day of the class follows from its lessons (decision 163). */
  takesLessons: z.boolean(),
  students: z.array(
    z.object({
      id: z.string(),
      firstName: z.string(),
      middleName: z.string(),
      lastName: z.string(),
      imageUrl: z.nullable(z.string()),
      isExcused: z.boolean(),
      hasAlert: z.boolean(),
      markedIn: z.nullable(z.object({ classRoomName: z.string(), state: z.enum(states) })),
    }),
  ),
})

/** The details of a mark in addition to its state. */
const details = {
  minutesLate: optional(Int(0, 600)),
  note: optional(Text(0, 500, { lines: true })),
  leftAt: optional(ClockTime),
}

export const MarkDetails = z.object(details)

/** A class's register of one day. `state` wins over `isAttend`; if both are null, the mark is removed. */
export const Register = ignoring(
  wireNames(
    z.strictObject({
      classRoomId: Id,
      date: Day,
      students: List(
        z.strictObject({
          studentId: Id,
          isAttend: optional(Bool),
          state: optional(OneOf(states)),
          ...details,
        }),
        1,
        500,
      ),
      clientOperationId: optional(Id),
      baseVersion: optional(Int(0, 1_000_000)),
      /** Why the register is taken on a closed day; only for people who manage the calendar. */
      closedReason: optional(Text(3, 200)),
    }),
    { students: 'studentsAttenndaceList' },
  ),
  ['supervisorId', 'weekDay'],
)

/** The result of saving a sheet: how many marks were written and removed. */
export const RegisterSaved = z.object({
  classRoomId: z.string(),
  date: z.string(),
  weekDay: z.string(),
  version: z.number(),
  saved: z.number(),
  removed: z.number(),
})

const period = { dateFrom: optional(Day), dateTo: optional(Day), yearId: optional(Id) }

export const attendance = {
  list: operation({
    path: 'Attendance/GetStudentsAttendences',
    access: orCovering(
      staffOrParent(
        'ViewAttendanceList',
        { student: 'studentId', classRoom: 'classRoomId', school: 'schoolId' },
        'studentId',
      ),
      { days: ['dateFrom', 'dateTo'] },
    ),
    input: z.strictObject({
      studentId: optional(Id),
      classRoomId: optional(Id),
      schoolId: optional(Id),
      state: optional(OneOf(states)),
      search: optional(Text(0, 100)),
      ...period,
      ...paging,
    }),
    output: z.array(Attendance),
    paging: 'paged',
  }),

  /** Further operation (api.md §16): who is in the register of a class on a day. A save accepts these and the students with a mark in it. */
  roll: operation({
    path: 'Attendance/GetRoll',
    access: orCovering(staff('ViewAttendanceList', { classRoom: 'classRoomId' }, 'classReach'), { days: ['date'] }),
    input: z.strictObject({ classRoomId: Id, date: Day }),
    output: RegisterRoll,
  }),

  /** Further operation (api.md §16): the days with a register, of one class or of all classes in reach. */
  sheets: operation({
    path: 'Attendance/GetSheets',
    access: staff('ViewAttendanceList', { classRoom: 'classRoomId', school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ classRoomId: optional(Id), schoolId: optional(Id), ...period, ...paging }),
    output: z.array(Sheet),
    paging: 'paged',
  }),

  save: operation({
    path: 'Attendance/SaveAttendance',
    access: orCovering(staff('AttendanceAction', { classRoom: 'classRoomId' }, 'classReach'), {
      days: ['date'],
      afterwards: true,
    }),
    input: Register,
    output: RegisterSaved,
    writes: true,
    onceBy: 'clientOperationId',
    sheet: ['classRoomId', 'date'],
  }),
}
