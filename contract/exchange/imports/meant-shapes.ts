import * as z from 'zod/mini'
import { FullMark, Id, Int, OneOf, optional, Text } from '#contract/language/fields.ts'
import { numberKindNames } from '#contract/people/official-records/number-kinds.ts'
import { dayOrders, fillDownChoices, meanings, matchedKinds } from './import-shapes.ts'

/** At most 100 columns (importLimits). */
export const ColumnPosition = Int(0, 99)

/** What a person says about a column. */
export const MeantColumn = z.strictObject({
  position: ColumnPosition,
  meaning: optional(OneOf(meanings)),
  recordFieldId: optional(Id),
  dayOrder: optional(OneOf(dayOrders)),
  numberKind: optional(OneOf(numberKindNames)),
  fullMark: optional(FullMark),
  fillDown: optional(OneOf(fillDownChoices)),
})

/** Whence marks are; all four are replaced. */
export const MeantMarks = z.strictObject({
  yearName: optional(Text(1, 60)),
  termName: optional(Text(1, 60)),
  courseName: optional(Text(1, 100)),
  fullMark: optional(FullMark),
})

/** What a person matches with a name in the table. */
export const MeantName = z.strictObject({
  kind: OneOf(matchedKinds),
  // A cell may contain line breaks.
  name: Text(1, 1000, { lines: true }),
  grade: optional(Text(1, 1000, { lines: true })),
  id: optional(Id),
})
