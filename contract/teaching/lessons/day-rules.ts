import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Day, Id, Int, OneOf, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { states } from '#contract/teaching/attendance/attendance.ts'

/** How a day follows: its own register (`day`), the first lesson, any missed lesson, or a share of the lessons. */
export const dayRules = ['day', 'first', 'missed', 'share'] as const

const rule = { dayRule: z.enum(dayRules), share: z.nullable(z.number()) }

/** How the day of each grade follows now, and what is planned for a later day. `version`: of what was saved last for the grade; 0 for nothing. */
export const DayRules = z.object({
  schoolId: z.string(),
  today: z.string(),
  /** Whether a published timetable is in force; without one nothing can be switched on. */
  hasTimetable: z.boolean(),
  grades: z.array(
    z.object({
      gradeId: z.string(),
      gradeName: z.string(),
      ...rule,
      fromDay: z.nullable(z.string()),
      planned: z.nullable(z.object({ ...rule, fromDay: z.string() })),
      version: z.number(),
    }),
  ),
})

const Chosen = { dayRule: OneOf(dayRules), share: optional(Int(1, 100)) }

/** The most changed days that a trial lists; its counts include all. */
export const triedRows = 200

export const TriedDays = z.object({
  dateFrom: z.string(),
  dateTo: z.string(),
  /** Days of students that have a mark of a lesson, and how many of them would be otherwise. */
  days: z.number(),
  changed: z.number(),
  rows: z.array(
    z.object({
      studentId: z.string(),
      studentName: z.string(),
      classRoomName: z.string(),
      date: z.string(),
      state: z.nullable(z.enum(states)),
      newState: z.enum(states),
    }),
  ),
})

/** Further operations (api.md §16): how the day follows from lessons, by grade and from a day on. */
export const dayRuleOperations = {
  get: operation({
    path: 'Lesson/GetDayRules',
    access: staff('ManageAbsence', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: DayRules,
  }),

  /** Replaces what was planned for the grade. Earlier days stay as they are. */
  save: operation({
    path: 'Lesson/SaveDayRules',
    access: staff('ManageAbsence', { grade: 'gradeId' }, 'wholeSchool'),
    input: z.strictObject({ gradeId: Id, fromDay: Day, ...Chosen, baseVersion: BaseVersion }),
    output: DayRules,
    writes: true,
  }),

  /** Stores nothing: which days of the last month would be otherwise by this rule. */
  test: operation({
    path: 'Lesson/TryDayRules',
    access: staff('ManageAbsence', { grade: 'gradeId' }, 'wholeSchool'),
    input: z.strictObject({ gradeId: Id, ...Chosen }),
    output: TriedDays,
  }),
}
