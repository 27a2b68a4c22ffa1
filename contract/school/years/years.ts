import * as z from 'zod/mini'
import { member, memberOrParent, staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Id, kept, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { roundTrip, wireNames } from '#contract/language/wire-names.ts'
import { NameOf } from '#contract/language/names.ts'

/** A school year. The current one is active and not completed. A completed one is final until it is reopened. */
export const SchoolYear = wireNames(
  z.object({
    id: z.string(),
    name: z.string(),
    description: z.nullable(z.string()),
    active: z.boolean(),
    completed: z.boolean(),
    /** When it was completed; null if it is not. */
    completedAt: z.nullable(z.string()),
    schoolId: z.string(),
    version: z.number(),
  }),
  { active: ['active', 'isActive'], completed: ['completed', 'compleated'] },
)

const states = { active: ['active', 'isActive'], completed: ['completed', 'compleated'] } as const
const description = optional(Text(0, 2000, { lines: true }))

export const NewYear = wireNames(
  z.strictObject({
    schoolId: Id,
    name: NameOf(1, 100),
    description,
    active: optional(Bool),
    completed: optional(Bool),
  }),
  states,
)

export const YearChange = roundTrip(
  wireNames(
    z.strictObject({
      id: Id,
      name: kept(NameOf(1, 100)),
      description,
      active: optional(Bool),
      completed: optional(Bool),
      schoolId: optional(Id),
      baseVersion: BaseVersion,
    }),
    states,
  ),
  SchoolYear,
)

/**
 * A school year with the days that belong to it. `firstDay` null: it is the first year and includes all earlier days. `lastDay` null: it
 * continues.
 */
export const YearDays = z.object({
  id: z.string(),
  name: z.string(),
  current: z.boolean(),
  completed: z.boolean(),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
})

/** What is unfinished in a year on the day of the request. `daysLeft`: until the end of its last month with dates, if there is one. */
export const CompletionPlan = z.object({
  schoolYearId: z.string(),
  schoolYearName: z.string(),
  daysLeft: z.nullable(z.number()),
  registersNotTaken: z.number(),
  examsWithoutMarks: z.number(),
  seatsEnding: z.number(),
})

const completing = staff('CompleteYeare', { year: 'schoolYearId' }, 'wholeSchool')

const switched = (path: string) =>
  operation({
    path,
    access: staff('ChangeYearActivation', { year: 'schoolYearId' }, 'wholeSchool'),
    input: z.strictObject({ schoolYearId: Id }),
    output: SchoolYear,
    writes: true,
    whileInactive: true,
  })

export const years = {
  /** Null if no year is current. */
  current: operation({
    path: 'SchoolYear/GetCurrentYear',
    access: memberOrParent({ school: 'schoolId' }),
    input: z.strictObject({ schoolId: Id }),
    output: z.nullable(SchoolYear),
  }),

  list: operation({
    path: 'SchoolYear/GetSchoolYears',
    access: member({ school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(SchoolYear),
    paging: 'whole',
  }),

  /** Further operation (api.md §16): which days belong to which year, latest first; years without days are left out. */
  days: operation({
    path: 'SchoolYear/GetYearDays',
    access: memberOrParent({ school: 'schoolId' }),
    input: z.strictObject({ schoolId: Id }),
    output: z.array(YearDays),
  }),

  get: operation({
    path: 'SchoolYear/GetSchoolYearById',
    access: member({ year: 'schoolYearId' }, 'wholeSchool'),
    input: z.strictObject({ schoolYearId: Id }),
    output: SchoolYear,
  }),

  add: operation({
    path: 'SchoolYear/CreateSchoolYear',
    access: staff('AddCurrentYear', { school: 'schoolId' }, 'wholeSchool'),
    input: NewYear,
    output: SchoolYear,
    writes: true,
    whileInactive: true,
  }),

  update: operation({
    path: 'SchoolYear/UpdateSchoolYear',
    access: staff('UpdateYear', { year: 'id' }, 'wholeSchool'),
    input: YearChange,
    output: SchoolYear,
    writes: true,
    whileInactive: true,
    equal: ['active', 'completed', 'schoolId'],
  }),

  /** Further operation (api.md §16): what completing the year would leave unfinished. */
  completionPlan: operation({
    path: 'SchoolYear/GetCompletionPlan',
    access: completing,
    input: z.strictObject({ schoolYearId: Id }),
    output: CompletionPlan,
  }),

  /** `name`: the name of the year as the caller typed it; it must match. */
  complete: operation({
    path: 'SchoolYear/CompleteSchoolYear',
    access: completing,
    input: z.strictObject({ schoolYearId: Id, name: optional(Text(0, 100)) }),
    output: SchoolYear,
    writes: true,
    whileInactive: true,
  }),

  /** Further operation (api.md §16): makes the year current again and restores the seats that it ended. */
  reopen: operation({
    path: 'SchoolYear/ReopenSchoolYear',
    access: completing,
    input: z.strictObject({ schoolYearId: Id }),
    output: SchoolYear,
    writes: true,
    whileInactive: true,
  }),

  activate: switched('SchoolYear/ActivateSchoolYear'),
  deactivate: switched('SchoolYear/DeactivateSchoolYear'),
}
