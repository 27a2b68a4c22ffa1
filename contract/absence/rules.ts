import * as z from 'zod/mini'
import { staff, staffOrParent } from '#contract/language/access.ts'
import { Bool, Id, Int, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'

/** What a rule counts: days in a row, days of a period, or their share of so many open days. */
export const countings = ['running', 'separate', 'percent'] as const

/** What the school does at a step. None of them happens by itself: `place` asks people to decide on the pupil's place. */
export const actions = ['letter', 'call', 'committee', 'marks', 'place'] as const

/** Most steps that a rule has. */
export const mostSteps = 10

/** At `at` days, or at so many percent. */
const Step = z.strictObject({
  at: Int(1, 370),
  name: NameOf(1, 100),
  action: OneOf(actions),
  points: optional(Int(0, 100)),
})

/**
 * A rule of absence. `gradeIds` empty: every grade. `counted`: only days without an excuse, or excused ones too. Every
 * `lateDays` times late are a day, except of running days. `percentOf`: the open days that a share is of; without it those of
 * the calendar.
 */
export const RuleDraft = z.strictObject({
  id: optional(Id),
  ruleName: NameOf(1, 100),
  gradeIds: List(Id, 0, 60),
  counts: OneOf(countings),
  period: OneOf(['term', 'year']),
  counted: OneOf(['unexcused', 'all']),
  lateDays: optional(Int(2, 30)),
  percentOf: optional(Int(1, 370)),
  source: optional(Text(0, 300)),
  active: Bool,
  steps: List(Step, 1, mostSteps),
})

const StoredStep = z.object({
  at: z.number(),
  name: z.string(),
  action: z.enum(actions),
  points: z.nullable(z.number()),
})

const ruleShape = {
  ruleName: z.string(),
  counts: z.enum(countings),
  period: z.enum(['term', 'year']),
  counted: z.enum(['unexcused', 'all']),
  lateDays: z.nullable(z.number()),
  percentOf: z.nullable(z.number()),
  source: z.nullable(z.string()),
  steps: z.array(StoredStep),
}

export const AbsenceRule = z.object({
  id: z.string(),
  ...ruleShape,
  gradeIds: z.array(z.string()),
  active: z.boolean(),
  version: z.number(),
})

/** The rules of a school as they are saved together. `version` 1 before the first saving. */
export const AbsenceRules = z.object({
  schoolId: z.string(),
  excuseWithin: z.number(),
  rules: z.array(AbsenceRule),
  version: z.number(),
})

/** Rules of a ministry as they were collected. None is on until a school saves it. `stage`: the grades they are of. */
export const RulePreset = z.object({
  key: z.string(),
  country: z.enum(['EG', 'SA']),
  stage: z.enum(['secondary', 'primaryAndPreparatory', 'all']),
  collectedIn: z.number(),
  contradicts: z.nullable(z.string()),
  rules: z.array(z.object(ruleShape)),
})

/** A step as it was reached. `days` reached it; withdrawn ones were undone by a correction and stay. */
export const AbsenceStep = z.object({
  id: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  ruleId: z.string(),
  ruleName: z.string(),
  ruleVersion: z.number(),
  counts: z.enum(countings),
  stepName: z.string(),
  action: z.enum(actions),
  points: z.nullable(z.number()),
  /** The days, or the percent, of the step. */
  threshold: z.number(),
  daysCount: z.number(),
  days: z.array(z.string()),
  reachedOn: z.string(),
  withdrawnAt: z.nullable(z.string()),
  handledByName: z.nullable(z.string()),
  handledAt: z.nullable(z.string()),
  handledNote: z.nullable(z.string()),
})

/** How far a pupil is by one rule: days that count by now, and the next step. */
export const RuleCount = z.object({
  ruleId: z.string(),
  ruleName: z.string(),
  counts: z.enum(countings),
  days: z.array(z.string()),
  next: z.nullable(z.object({ stepName: z.string(), atDays: z.number() })),
})

/** Absences of one pupil by the rules of the school. */
export const StudentAbsence = z.object({
  studentId: z.string(),
  counts: z.array(RuleCount),
  steps: z.array(AbsenceStep),
  /** Days of the year on the school's mission, and suspended: they are never counted. */
  missionDays: z.number(),
  suspendedDays: z.number(),
})

export const stepStates = ['open', 'handled', 'withdrawn'] as const

/** Further operations (api.md §16): rules of absence, and the steps that pupils reach by them. */
export const absenceRules = {
  get: operation({
    path: 'Absence/GetRules',
    access: staff(['ManageAbsence', 'HandleAbsence'], { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: AbsenceRules,
  }),

  presets: operation({
    path: 'Absence/GetPresets',
    access: staff('ManageAbsence', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: z.array(RulePreset),
  }),

  /** Saves all rules together; those not listed are removed. What pupils have reached is counted anew. */
  save: operation({
    path: 'Absence/SaveRules',
    access: staff('ManageAbsence', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({
      schoolId: Id,
      excuseWithin: Int(0, 60),
      rules: List(RuleDraft, 0, 20),
      baseVersion: optional(Int(1, 1_000_000)),
    }),
    output: AbsenceRules,
    writes: true,
  }),

  /** How many pupils would have reached each step of these rules by today. Nothing is stored. */
  try: operation({
    path: 'Absence/TryRules',
    access: staff('ManageAbsence', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, rules: List(RuleDraft, 1, 20) }),
    output: z.array(
      z.object({
        ruleName: z.string(),
        stepName: z.string(),
        threshold: z.number(),
        students: z.number(),
        examples: z.array(z.string()),
      }),
    ),
  }),

  steps: operation({
    path: 'Absence/GetSteps',
    access: staff('HandleAbsence', { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({
      schoolId: Id,
      state: optional(OneOf(stepStates)),
      search: optional(Text(0, 100)),
      ...paging,
    }),
    output: z.array(AbsenceStep),
    paging: 'paged',
  }),

  /** A person decided what follows from a step; it says what was done. */
  handle: operation({
    path: 'Absence/Handle',
    access: staff('HandleAbsence', { student: 'studentId' }, 'classReach'),
    input: z.strictObject({ studentId: Id, stepId: Id, note: optional(Text(0, 500, { lines: true })) }),
    output: AbsenceStep,
    writes: true,
  }),

  student: operation({
    path: 'Absence/GetStudent',
    access: staffOrParent(['HandleAbsence', 'ViewAttendanceList'], { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id }),
    output: StudentAbsence,
  }),
}
