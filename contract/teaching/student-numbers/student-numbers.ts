import * as z from 'zod/mini'
import { staffOrParent } from '#contract/language/access.ts'
import { Id, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

/** How many marks of each state; `rate`: present and late in percent of all that are not excused, null if there are none. */
const attendanceCounts = {
  present: z.number(),
  late: z.number(),
  absent: z.number(),
  excused: z.number(),
  rate: z.nullable(z.number()),
}

/** A student's own numbers of one school year; a part is null if the caller may not read its source (decision 016). */
export const StudentNumbers = z.object({
  studentId: z.string(),
  /** Null in a school without years; then everything is counted. */
  yearId: z.nullable(z.string()),
  years: z.array(z.object({ id: z.string(), name: z.string() })),
  attendance: z.nullable(
    z.object({
      ...attendanceCounts,
      /** Calendar months such as '2026-11', in order; months without registers are left out. */
      months: z.array(z.object({ month: z.string(), ...attendanceCounts })),
    }),
  ),
  exams: z.nullable(
    z.object({
      /** The school's months in which the student has marks, in order. `weight`: of the rate header with the same name. */
      months: z.array(z.object({ id: z.string(), name: z.string(), weight: z.nullable(z.number()) })),
      courses: z.array(
        z.object({
          courseId: z.string(),
          courseName: z.string(),
          /** Percent of the full marks, over the months. */
          average: z.nullable(z.number()),
          /** Whether months count by their weights; months without a weight then do not count. */
          weighted: z.boolean(),
          months: z.array(
            z.object({
              monthId: z.string(),
              average: z.number(),
              exams: z.number(),
              /** The exams from which the student was absent; they count as 0. */
              missed: z.number(),
              /** The class average in the same exams, in whole percent; null if one of them has fewer than five results. */
              classAverage: z.nullable(z.number()),
            }),
          ),
        }),
      ),
    }),
  ),
})

export const studentNumbers = {
  /** Further operation (api.md §16): attendance rate and averages, of the current year unless another is named. */
  get: operation({
    path: 'Student/GetNumbers',
    access: staffOrParent(
      ['ViewAttendanceList', 'ViewExams', 'ViewExamsSetting'],
      { student: 'studentId' },
      'studentId',
    ),
    input: z.strictObject({ studentId: Id, yearId: optional(Id) }),
    output: StudentNumbers,
  }),
}
