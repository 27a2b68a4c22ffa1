import * as z from 'zod/mini'
import { member } from '#contract/language/access.ts'
import { Bool, Id, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { OwnLesson } from '#contract/school/timetable/own-lesson.ts'
import { WaitingCounts } from '#contract/overviews/waiting/queue.ts'

/** The number of students in each attendance state. */
const Counts = z.object({ present: z.number(), late: z.number(), absent: z.number(), excused: z.number() })

/** A class today. `register` is null until it is taken, and for people who may not see attendance. */
export const ClassToday = z.object({
  id: z.string(),
  name: z.string(),
  gradeName: z.string(),
  supervisorName: z.nullable(z.string()),
  studentsCount: z.number(),
  /** Whether the caller supervises or teaches the class. */
  isOwn: z.boolean(),
  register: z.nullable(Counts),
  /** Percent present on each of `days`; null for a day without a register. */
  week: z.array(z.nullable(z.number())),
  /** The average in percent for each of `courses`; null if there is none. */
  averages: z.array(z.nullable(z.number())),
})

/** A student absent today; the guardian is included only for staff who link parents. */
export const AbsentToday = z.object({
  studentId: z.string(),
  studentName: z.string(),
  imageUrl: z.nullable(z.string()),
  classRoomId: z.string(),
  classRoomName: z.string(),
  guardianName: z.nullable(z.string()),
  guardianRelation: z.nullable(z.string()),
  guardianPhone: z.nullable(z.string()),
})

export const AttendanceToday = z.object({
  ...Counts.shape,
  /** Percent present on the last school days with a register, oldest first. */
  trend: z.array(z.object({ date: z.string(), percent: z.number() })),
  absentStudents: z.array(AbsentToday),
})

/** What a school needs before its first register, in the order of dependence. */
export const setupSteps = [
  'languages',
  'grades',
  'classes',
  'year',
  'courses',
  'teachers',
  'students',
  'parents',
] as const

/** Work with missing marks, or due in the coming week. `done`: how many are marked or handed in. */
export const WorkOfWeek = z.object({
  kind: z.enum(['exam', 'homework', 'activity']),
  id: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  courseName: z.string(),
  date: z.string(),
  done: z.number(),
  students: z.number(),
})

/**
 * Today at one school, as its staff see it: only classes in reach and only what their keys allow. All numbers are of the school's current
 * day.
 */
export const SchoolHome = z.object({
  schoolId: z.string(),
  asOf: z.string(),
  /** The number of unread items in the caller's inbox, as `Inbox/GetUnread` answers it. */
  unread: z.number(),
  today: z.string(),
  weekDay: z.string(),
  /** The classes without school today by the calendar, and the name of the holiday, if it is one. */
  closedIds: z.array(z.string()),
  /** Classes of years other than the current one, by year. */
  otherYears: z.array(z.object({ name: z.string(), classIds: z.array(z.string()) })),
  holiday: z.nullable(z.string()),
  /** Whether the caller sees every class of the school. */
  wholeSchool: z.boolean(),
  /** The days of each class's `week`, oldest first, today last. */
  days: z.array(z.string()),
  /** The columns of each class's `averages`. */
  courses: z.array(z.object({ id: z.string(), name: z.string() })),
  classes: z.array(ClassToday),
  /** Null for people who may not see attendance. */
  attendance: z.nullable(AttendanceToday),
  waiting: WaitingCounts,
  /** The lessons that the caller gives today, by the published timetable. */
  lessons: z.array(OwnLesson),
  /** How many of each exist; null once every step has something, and for people who do not set the school up. */
  steps: z.nullable(
    z.array(
      z.object({
        key: z.enum(setupSteps),
        count: z.number(),
        /** How many people are invited besides those counted, and have no account or have not answered. */
        invited: z.number(),
        /** Whether the step can be taken only after the platform has approved the school. */
        waits: z.boolean(),
        /** Whether the caller may accept the usual values of this step, and undo that. */
        may: z.object({ takeUsual: z.boolean(), undoUsual: z.boolean() }),
      }),
    ),
  ),
  /** Of the last weeks, oldest first. */
  unmarked: z.array(WorkOfWeek),
  /** The next one first. */
  due: z.array(WorkOfWeek),
})

export const home = {
  /**
   * Further operation (api.md §16): everything that the home of a school's staff shows, in one answer. `averages` false: without the averages and
   * the steps, which a saved register does not change.
   */
  school: operation({
    path: 'Home/GetSchoolHome',
    access: member({ school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id, averages: optional(Bool) }),
    output: SchoolHome,
  }),
}
