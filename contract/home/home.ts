import * as z from 'zod/mini'
import { member } from '#contract/language/access.ts'
import { Id } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

/** Students in each state of attendance. */
const Counts = z.object({ present: z.number(), late: z.number(), absent: z.number(), excused: z.number() })

/** A class today. `register`: null until it is taken, and for people who may not see attendance. */
export const ClassToday = z.object({
  id: z.string(),
  name: z.string(),
  gradeName: z.string(),
  supervisorName: z.nullable(z.string()),
  studentsCount: z.number(),
  /** Whether the caller supervises or teaches it. */
  isOwn: z.boolean(),
  register: z.nullable(Counts),
  /** Percent present on each of `days`; null where no register was taken. */
  week: z.array(z.nullable(z.number())),
  /** The average in percent of each of `courses`; null where there is none. */
  averages: z.array(z.nullable(z.number())),
})

/** A student absent today; the guardian only for staff who link parents. */
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
  /** Percent present on the last school days on which a register was taken, oldest first. */
  trend: z.array(z.object({ date: z.string(), percent: z.number() })),
  absentStudents: z.array(AbsentToday),
})

/** What a school needs before its first register, in the order in which one thing needs the other. */
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

/** What waits for somebody, in the order of the screen. */
export const waitingKinds = ['marks', 'payments', 'imports', 'invitations'] as const

/** A piece of work of which marks are missing, or that is due in the coming week. `done`: marked, or delivered. */
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
 * Today at one school, as its staff see it: only classes in reach, only what their keys open. Figures are of the civil
 * day at the school.
 */
export const SchoolHome = z.object({
  schoolId: z.string(),
  asOf: z.string(),
  today: z.string(),
  weekDay: z.string(),
  /** The classes that have no school today by the calendar, and the name of the holiday, where it is one. */
  closedIds: z.array(z.string()),
  /** Classes of another year than the current one, by that year. */
  otherYears: z.array(z.object({ name: z.string(), classIds: z.array(z.string()) })),
  holiday: z.nullable(z.string()),
  /** Whether every class of the school is in view. */
  wholeSchool: z.boolean(),
  /** The days of `week` of each class, oldest first, today last. */
  days: z.array(z.string()),
  /** The columns of `averages` of each class. */
  courses: z.array(z.object({ id: z.string(), name: z.string() })),
  classes: z.array(ClassToday),
  /** Null for people who may not see attendance. */
  attendance: z.nullable(AttendanceToday),
  waiting: z.array(z.object({ kind: z.enum(waitingKinds), count: z.number() })),
  /** How much there is of each; null once there is something of all, and for people who do not set the school up. */
  steps: z.nullable(
    z.array(
      z.object({
        key: z.enum(setupSteps),
        count: z.number(),
        /** Whether the caller may take the usual ones of this step, and take them back. */
        may: z.object({ takeUsual: z.boolean(), undoUsual: z.boolean() }),
      }),
    ),
  ),
  /** The oldest first, of the last weeks. */
  unmarked: z.array(WorkOfWeek),
  /** The next first. */
  due: z.array(WorkOfWeek),
})

export const home = {
  /** Further operation (api.md §16): everything that the home of a school's staff shows, in one answer. */
  school: operation({
    path: 'Home/GetSchoolHome',
    access: member({ school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id }),
    output: SchoolHome,
  }),
}
