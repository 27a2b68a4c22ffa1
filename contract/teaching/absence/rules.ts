import * as z from 'zod/mini'
import { staff, staffOrParent } from '#contract/language/access.ts'
import { Bool, Id, Int, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'

/** What a rule counts: days in a row, days in a period, or their percentage of the open days. */
export const countings = ['running', 'separate', 'percent'] as const

/** What the school does at a step. Nothing happens automatically: `place` asks people to decide on the pupil's place. */
export const actions = ['letter', 'call', 'committee', 'marks', 'place'] as const

/** The most steps of a rule. */
export const mostSteps = 10

/** Reached at `at` days or percent. */
const Step = z.strictObject({
  at: Int(1, 370),
  name: NameOf(1, 100),
  action: OneOf(actions),
  points: optional(Int(0, 100)),
})

/**
 * A rule of absence. `gradeIds` empty: all grades. `counted`: only days without an excuse, or also excused ones. Every `lateDays` times
 * late count as one day, except for days in a row. `percentOf`: the number of open days for the percentage; without it, the calendar gives
 * the number.
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

/** The rules of a school, which are saved together. `version` is 1 before the first save. */
export const AbsenceRules = z.object({
  schoolId: z.string(),
  excuseWithin: z.number(),
  rules: z.array(AbsenceRule),
  version: z.number(),
})

/** Rules of a ministry as they were collected. They apply only after a school saves them. `stage`: the grades to which they belong. */
export const RulePreset = z.object({
  key: z.string(),
  country: z.enum(['EG', 'SA']),
  stage: z.enum(['secondary', 'primaryAndPreparatory', 'all']),
  collectedIn: z.number(),
  contradicts: z.nullable(z.string()),
  rules: z.array(z.object(ruleShape)),
})

/** A step that a pupil has reached. `days`: the days that led to it. Steps withdrawn by a correction remain in the list. */
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
  /** The number of days, or the percentage, of the step. */
  threshold: z.number(),
  daysCount: z.number(),
  days: z.array(z.string()),
  reachedOn: z.string(),
  withdrawnAt: z.nullable(z.string()),
  handledByName: z.nullable(z.string()),
  handledAt: z.nullable(z.string()),
  handledNote: z.nullable(z.string()),
  /** Which parents were notified of it beside the letter, oldest first; empty for parents. `readAt`: while the item is in their inbox. */
  notices: z.array(
    z.object({
      personName: z.string(),
      way: z.enum(['inbox', 'push', 'sms']),
      at: z.string(),
      readAt: z.nullable(z.string()),
    }),
  ),
})

/** The state of a pupil by one rule: the days that count so far, and the next step. */
export const RuleCount = z.object({
  ruleId: z.string(),
  ruleName: z.string(),
  counts: z.enum(countings),
  days: z.array(z.string()),
  next: z.nullable(z.object({ stepName: z.string(), atDays: z.number() })),
})

/** The absences of one pupil by the rules of the school. */
export const StudentAbsence = z.object({
  studentId: z.string(),
  counts: z.array(RuleCount),
  steps: z.array(AbsenceStep),
  /** Days of the year on a school mission and under suspension; they never count. */
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

  /** Saves all rules together; those not listed are removed. What pupils have reached is computed again. */
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

  /** Marks a step as handled by a person, with a note of what was done. */
  handle: operation({
    path: 'Absence/Handle',
    access: staff('HandleAbsence', { student: 'studentId' }, 'classReach'),
    input: z.strictObject({ studentId: Id, stepId: Id, note: optional(Text(0, 500, { lines: true })) }),
    output: AbsenceStep,
    writes: true,
  }),

  /** A step that was handled waits again. Nobody is notified: handling it notified nobody. */
  reopen: operation({
    path: 'Absence/ReopenStep',
    access: staff('HandleAbsence', { student: 'studentId' }, 'classReach'),
    input: z.strictObject({ studentId: Id, stepId: Id }),
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
