import * as z from 'zod/mini'
import { allOf, staff } from '#contract/language/access.ts'
import { Amount, BaseVersion, Id, kept, Mark, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { roundTrip, wireNames } from '#contract/language/wire-names.ts'
import { NameOf } from '#contract/language/names.ts'

const notesNames = { notes: ['notes', 'note'] } as const

/** A named weight of a school's exams, in percent; all together are at most 100. */
export const RateHeader = wireNames(
  z.object({
    id: z.string(),
    name: z.string(),
    notes: z.nullable(z.string()),
    percentage: z.number(),
    schoolId: z.string(),
    version: z.number(),
  }),
  notesNames,
)

const Percentage = Amount(0.01, 100)
const notes = optional(Text(0, 2000, { lines: true }))
const reading = ['ViewExams', 'ViewExamsSetting'] as const
const writing = allOf('RateExam', 'ViewExamsSetting')

export const NewRateHeader = wireNames(
  z.strictObject({ schoolId: Id, name: NameOf(1, 100), notes, percentage: Percentage }),
  notesNames,
)

export const RateHeaderChange = roundTrip(
  wireNames(
    z.strictObject({
      id: Id,
      name: kept(NameOf(1, 100)),
      notes,
      percentage: kept(Percentage),
      schoolId: optional(Id),
      baseVersion: BaseVersion,
    }),
    notesNames,
  ),
  RateHeader,
)

export const rateHeaders = {
  get: operation({
    path: 'ExamRateHeader/GetRateHeader',
    access: staff(reading, { rateHeader: 'rateHeaderId' }, 'wholeSchool'),
    input: z.strictObject({ rateHeaderId: Id }),
    output: RateHeader,
  }),

  list: operation({
    path: 'ExamRateHeader/GetRateHeadersList',
    access: staff(reading, { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, name: optional(Text(0, 100)), percentage: optional(Mark), ...paging }),
    output: z.array(RateHeader),
    paging: 'whole',
  }),

  add: operation({
    path: 'ExamRateHeader/CreateRateHeadersList',
    access: staff(writing, { school: 'schoolId' }, 'wholeSchool'),
    input: NewRateHeader,
    output: RateHeader,
    writes: true,
  }),

  update: operation({
    path: 'ExamRateHeader/UpdateRateHeadersList',
    access: staff(writing, { rateHeader: 'id' }, 'wholeSchool'),
    input: RateHeaderChange,
    output: RateHeader,
    writes: true,
    equal: ['schoolId'],
  }),
}
