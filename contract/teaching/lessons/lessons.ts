import * as z from 'zod/mini'
import { orCovering, staff, staffOrParent } from '#contract/language/access.ts'
import { Day, Id, Int, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { MarkDetails, origins, states } from '#contract/teaching/attendance/attendance.ts'
import { excuseKinds } from '#contract/teaching/absence/excuses.ts'

/** The number of a lesson on a day. */
const LessonNumber = Int(1, 20)

/** Which lesson of a class, or of a group of it. */
const ofLesson = { classRoomId: Id, groupId: optional(Id), date: Day, number: LessonNumber }

/** How many minutes before a lesson begins its register can be taken. */
export const lessonOpensBefore = 10

const state = z.enum(states)

/** The mark of a student in one lesson; with `leftAt` they were there until then. */
const LessonMark = z.object({
  state,
  minutesLate: z.nullable(z.number()),
  leftAt: z.nullable(z.string()),
  note: z.nullable(z.string()),
  byName: z.string(),
  lastModifyDate: z.string(),
})

/**
 * A student in the register of a lesson. `excuseKind`: an accepted excuse covers the day. `elsewhere`: the event of the school at which they are. `before`: how the lesson before left them, and since
 * which number they are so. `markedIn`: another class or group has their mark of this number.
 */
const LessonStudent = z.object({
  id: z.string(),
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  imageUrl: z.nullable(z.string()),
  hasAlert: z.boolean(),
  excuseKind: z.nullable(z.enum(excuseKinds)),
  elsewhere: z.nullable(z.string()),
  before: z.nullable(z.object({ number: z.number(), since: z.number(), state, leftAt: z.nullable(z.string()) })),
  markedIn: z.nullable(z.object({ classRoomName: z.string(), state })),
  mark: z.nullable(LessonMark),
})

/** What names a lesson of a day. Times are those of the school's clock; null without hours. */
const lessonHead = {
  number: z.number(),
  groupId: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  starts: z.nullable(z.string()),
  ends: z.nullable(z.string()),
  courseName: z.string(),
}

/** The register of one lesson. `version` is 0 until it is taken. `may.save`: why not is in the refusal; `may.withReason`: only with a reason. */
export const LessonSheet = z.object({
  schoolId: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  date: z.string(),
  weekDay: z.string(),
  ...lessonHead,
  version: z.number(),
  savedByName: z.nullable(z.string()),
  lastModifyDate: z.nullable(z.string()),
  may: z.object({ save: z.boolean(), withReason: z.boolean() }),
  students: z.array(LessonStudent),
})

/** The register of a lesson as it is sent. A student without a state loses the mark. */
export const LessonRegister = z.strictObject({
  ...ofLesson,
  students: List(z.strictObject({ studentId: Id, state: optional(OneOf(states)), ...MarkDetails.shape }), 1, 500),
  clientOperationId: optional(Id),
  baseVersion: optional(Int(0, 1_000_000)),
  /** Why a register is changed after its teacher could. */
  lateReason: optional(Text(3, 200)),
})

const LessonOfDay = z.object({ ...lessonHead, teacherNames: z.array(z.string()), version: z.number() })

/** Students of a class who are on the school's business from one lesson of a day to another, such as on a trip. */
const ElsewhereEvent = z.object({
  eventId: z.string(),
  eventName: z.string(),
  fromNumber: z.number(),
  toNumber: z.number(),
  students: z.array(z.object({ id: z.string(), name: z.string() })),
  byName: z.string(),
})

/** A class's day by its lessons: a row for each student, with the mark of each lesson and the state of the day that follows from them. */
export const LessonDay = z.object({
  classRoomId: z.string(),
  classRoomName: z.string(),
  date: z.string(),
  weekDay: z.string(),
  /** Whether the day follows from its lessons. */
  takesLessons: z.boolean(),
  lessons: z.array(LessonOfDay),
  students: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      day: z.nullable(z.object({ state, origin: z.enum(origins), leftAt: z.nullable(z.string()) })),
      marks: z.array(
        z.object({
          number: z.number(),
          state,
          minutesLate: z.nullable(z.number()),
          leftAt: z.nullable(z.string()),
          /** The event by which they count as there. */
          elsewhere: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** Who is on the school's business during lessons of the day. */
  elsewhere: z.array(ElsewhereEvent),
})

/** What a person found out: the student was found at school, was sent home, or stayed away without permission. */
export const gapOutcomes = ['found', 'sentHome', 'truant'] as const

/** The lessons of one day of a student that have a mark, by number. */
export const LessonsOfStudent = z.array(
  z.object({
    number: z.number(),
    courseName: z.string(),
    state,
    minutesLate: z.nullable(z.number()),
    leftAt: z.nullable(z.string()),
    note: z.nullable(z.string()),
    /** The event by which they count as there. */
    elsewhere: z.nullable(z.string()),
    /** What the school found out, at the first lesson missed on a day at school. */
    outcome: z.nullable(z.enum(gapOutcomes)),
  }),
)

/** One mark of a lesson as a row of a list. */
export const ListedLessonMark = z.object({
  id: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  groupName: z.nullable(z.string()),
  date: z.string(),
  weekDay: z.string(),
  number: z.number(),
  courseName: z.string(),
  state,
  minutesLate: z.nullable(z.number()),
  leftAt: z.nullable(z.string()),
  /** The event by which they count as there. */
  elsewhere: z.nullable(z.string()),
  note: z.nullable(z.string()),
  byName: z.string(),
  lastModifyDate: z.string(),
})

const ofClass = { classRoom: 'classRoomId' } as const

/** Further operations (api.md §16): attendance by lesson (decision 163). */
export const lessonRegisters = {
  sheet: operation({
    path: 'Lesson/GetSheet',
    access: orCovering(staff('AttendanceAction', ofClass, 'classReach'), { days: ['date'] }),
    input: z.strictObject(ofLesson),
    output: LessonSheet,
  }),

  save: operation({
    path: 'Lesson/SaveSheet',
    access: orCovering(staff('AttendanceAction', ofClass, 'classReach'), { days: ['date'], afterwards: true }),
    input: LessonRegister,
    output: z.object({
      classRoomId: z.string(),
      date: z.string(),
      number: z.number(),
      version: z.number(),
      saved: z.number(),
      removed: z.number(),
    }),
    writes: true,
    onceBy: 'clientOperationId',
    sheet: ['classRoomId', 'date'],
  }),

  day: operation({
    path: 'Lesson/GetDay',
    access: staff('ViewAttendanceList', ofClass, 'classReach'),
    input: z.strictObject({ classRoomId: Id, date: Day }),
    output: LessonDay,
  }),

  /** The marks of the lessons of a class, or of all classes in reach, by day, number, class and name. */
  marks: operation({
    path: 'Lesson/GetMarks',
    access: staff('ViewAttendanceList', { classRoom: 'classRoomId', school: 'schoolId' }, 'classReach'),
    input: z.strictObject({
      classRoomId: optional(Id),
      schoolId: optional(Id),
      dateFrom: Day,
      dateTo: Day,
      state: optional(OneOf(states)),
      search: optional(Text(0, 100)),
      ...paging,
    }),
    output: z.array(ListedLessonMark),
    paging: 'paged',
  }),

  ofStudent: operation({
    path: 'Lesson/GetStudentDay',
    access: staffOrParent('ViewAttendanceList', { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id, date: Day }),
    output: LessonsOfStudent,
  }),
}
