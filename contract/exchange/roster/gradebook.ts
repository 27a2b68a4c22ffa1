import * as z from 'zod/mini'
import { allOf, staff, wholeSchoolKey } from '#contract/language/access.ts'
import { Id, OneOf, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { everyRow, pageOfRows, RowLink } from './roster.ts'

/** The collections of the gradebook service of OneRoster 1.2, by the last word of their addresses. */
export const gradebookCollections = ['categories', 'lineItems', 'results'] as const

export type GradebookCollection = (typeof gradebookCollections)[number]

/** In the order of the list: work that was done, and work that was not handed in or from which the student was absent. */
export const scoreStatuses = ['fully graded', 'submitted', 'not submitted'] as const

const some = z.optional(z.string())
const link = z.optional(RowLink)

/** A row of any collection. A field that a row has not is absent. `assignDate` and `dueDate` are moments, `scoreDate` is a day. */
const GradebookRow = z.object({
  ...everyRow,
  title: some,
  description: some,
  assignDate: some,
  dueDate: some,
  class: link,
  school: link,
  category: link,
  gradingPeriod: link,
  academicSession: link,
  resultValueMin: z.optional(z.number()),
  resultValueMax: z.optional(z.number()),
  lineItem: link,
  student: link,
  score: z.optional(z.number()),
  scoreStatus: z.optional(z.enum(scoreStatuses)),
  scoreDate: some,
})

export type GradebookRowOf = z.output<typeof GradebookRow>

/** Further operation (api.md §16): work and its marks as OneRoster 1.2 shows them. Its own addresses are answered by this one. */
export const gradebook = {
  /**
   * A page of a collection: exams, homework and activities of the current year as line items, and their marks as parents see them. `classId`,
   * `lineItemId` and `studentId`: only what belongs to these rows.
   */
  read: operation({
    path: 'OneRoster/ReadGradebook',
    access: staff(
      allOf('ViewExams', 'ViewHomework', 'ViewActivities', wholeSchoolKey),
      { school: 'schoolId' },
      'wholeSchool',
    ),
    input: z.strictObject({
      schoolId: Id,
      collection: OneOf(gradebookCollections),
      classId: optional(Text(1, 200)),
      lineItemId: optional(Text(1, 200)),
      studentId: optional(Text(1, 200)),
      ...pageOfRows,
    }),
    output: z.object({ total: z.number(), rows: z.array(GradebookRow) }),
    lasts: 30_000,
  }),
}
