import * as z from 'zod/mini'
import { staffOrParent } from '#contract/language/access.ts'
import { Id } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

const text = z.nullable(z.string())
const number = z.nullable(z.number())

/**
 * A mark that another school or system gave, as it was written there: of a year, of a term of it (`termName` null: the year as a whole), in a
 * course or in total (`courseName` null). `courseId`: the one course of the school that has this name now. `fileName` and `broughtByName` are
 * null for parents.
 */
const BroughtMark = z.object({
  id: z.string(),
  yearName: z.string(),
  termName: text,
  courseName: text,
  courseId: text,
  mark: number,
  fullMark: number,
  percent: number,
  word: text,
  broughtOn: z.string(),
  fileName: text,
  broughtByName: text,
})

export const broughtMarks = {
  /** Marks of former terms and years, latest year first; in a term by the order of the file, the total last. */
  student: operation({
    path: 'Result/GetBroughtMarks',
    access: staffOrParent(['ViewExams', 'ManageResults'], { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id }),
    output: z.array(BroughtMark),
  }),
}
