import * as z from 'zod/mini'
import { memberOrParent, staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Day, Id, Int, kept, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { roundTrip, wireNames } from '#contract/language/wire-names.ts'
import { NameOf } from '#contract/language/names.ts'

/** A month of a school year. `order` is its position in the year; two months may share it. */
export const Month = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  isActive: z.boolean(),
  yearId: z.string(),
  order: z.number(),
  startDate: z.nullable(z.string()),
  endDate: z.nullable(z.string()),
  version: z.number(),
})

const when = { startDate: optional(Day), endDate: optional(Day) }
const description = optional(Text(0, 2000, { lines: true }))

export const NewMonth = wireNames(
  z.strictObject({
    yearId: Id,
    name: NameOf(1, 100),
    description,
    isActive: optional(Bool),
    order: optional(Int(1, 100)),
    ...when,
  }),
  { yearId: ['yearId', 'schoolYearId'] },
)

export const MonthChange = roundTrip(
  z.strictObject({
    id: Id,
    name: kept(NameOf(1, 100)),
    description,
    order: kept(Int(1, 100)),
    ...when,
    isActive: optional(Bool),
    yearId: optional(Id),
    baseVersion: BaseVersion,
  }),
  Month,
)

const switched = (path: string) =>
  operation({
    path,
    access: staff('ChangeMonthActivation', { month: 'monthId' }, 'wholeSchool'),
    input: z.strictObject({ monthId: Id }),
    output: Month,
    writes: true,
    whileInactive: true,
  })

export const months = {
  list: operation({
    path: 'SchoolYearMonth/GetYearMonths',
    access: memberOrParent({ year: 'yearId' }),
    input: wireNames(
      z.strictObject({ yearId: Id, name: optional(Text(0, 100)), isActive: optional(Bool), ...paging }),
      { yearId: ['schoolYearId', 'yearId'] },
    ),
    output: z.array(Month),
    paging: 'whole',
  }),

  get: operation({
    path: 'SchoolYearMonth/GetYearMonth',
    access: memberOrParent({ month: 'monthId' }),
    input: z.strictObject({ monthId: Id }),
    output: Month,
  }),

  add: operation({
    path: 'SchoolYearMonth/CreateYearMonth',
    access: staff('AddMonth', { year: 'yearId' }, 'wholeSchool'),
    input: NewMonth,
    output: Month,
    writes: true,
    whileInactive: true,
  }),

  update: operation({
    path: 'SchoolYearMonth/UpdateYearMonth',
    access: staff('UpdateMonth', { month: 'id' }, 'wholeSchool'),
    input: MonthChange,
    output: Month,
    writes: true,
    whileInactive: true,
    equal: ['isActive', 'yearId'],
  }),

  activate: switched('SchoolYearMonth/ActivateYearMonth'),
  deactivate: switched('SchoolYearMonth/DeactivateYearMonth'),
}
