import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, optional } from '#contract/language/fields.ts'
import { markStates } from './exams.ts'
import { operation } from '#contract/language/operation.ts'

/**
 * The marks of a class: its exams as columns, and for each student three lists in the order of the exams. A student without a `version` in
 * an exam does not take it.
 */
export const ClassMarks = z.object({
  exams: z.array(
    z.object({
      id: z.string(),
      date: z.string(),
      details: z.string(),
      courseId: z.string(),
      courseName: z.string(),
      monthId: z.string(),
      monthName: z.string(),
      rate: z.number(),
      marksState: z.enum(markStates),
      /** The average of those who took part; null without a mark. */
      average: z.nullable(z.number()),
    }),
  ),
  students: z.array(
    z.object({
      studentId: z.string(),
      studentName: z.string(),
      results: z.array(z.nullable(z.number())),
      tookPart: z.array(z.nullable(z.boolean())),
      versions: z.array(z.nullable(z.number())),
      /** The student's percentage of the full marks; null without a mark. */
      average: z.nullable(z.number()),
    }),
  ),
})

export const classMarks = {
  /** Further operation (api.md §16): every student's marks in the exams of a course or of a month, in one answer. */
  get: operation({
    path: 'ClassRoomStudentExam/GetClassRoomMarks',
    access: staff(['ViewExams', 'ViewExamsSetting'], { classRoom: 'classRoomId' }, 'classReach'),
    input: z.strictObject({ classRoomId: Id, courseId: optional(Id), monthId: optional(Id), yearId: optional(Id) }),
    output: ClassMarks,
  }),
}
