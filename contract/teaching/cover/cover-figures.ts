import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Bool, Day, Id, Int, kept, List, optional, paging, Text, Weekday } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { numbersAtMost } from '#contract/school/timetable/timetable-drafts.ts'
import { CoverCount, CoverRow, CoverRules } from './cover-shapes.ts'

const LessonNumber = Int(1, numbersAtMost)

export const RulesToSave = z.strictObject({
  schoolId: Id,
  aDay: Int(1, 10),
  inRow: Int(1, 20),
  fullLoad: Int(1, 60),
  consent: Bool,
  /** Those for whom something else holds; all others are as the school. */
  teachers: List(
    z.strictObject({
      teacherId: Id,
      exempt: Bool,
      fullLoad: optional(Int(1, 60)),
      standby: kept(List(z.strictObject({ weekday: Weekday, number: LessonNumber }), 0, 100)),
    }),
    0,
    500,
  ),
  baseVersion: optional(Int(0, 1_000_000)),
})

const managing = staff('ManageCover', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): the figures and the rules of covers (decision 153). */
export const coverFigures = {
  /** By teacher, of the month of a day (today) and the year up to its end. */
  counts: operation({
    path: 'Cover/GetCounts',
    access: managing,
    input: z.strictObject({ schoolId: Id, day: optional(Day), search: optional(Text(0, 100)), ...paging }),
    output: z.array(CoverCount),
    paging: 'whole',
  }),

  /** The covers that were given in a period. */
  list: operation({
    path: 'Cover/GetCovers',
    access: managing,
    input: z.strictObject({ schoolId: Id, dateFrom: Day, dateTo: Day, teacherId: optional(Id), ...paging }),
    output: z.array(CoverRow),
    paging: 'paged',
  }),

  rules: operation({
    path: 'Cover/GetRules',
    access: managing,
    input: z.strictObject({ schoolId: Id }),
    output: CoverRules,
  }),

  saveRules: operation({
    path: 'Cover/SaveRules',
    access: managing,
    input: RulesToSave,
    output: CoverRules,
    writes: true,
  }),
}
