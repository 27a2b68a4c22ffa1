import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Id, Int, OneOf } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

export const classRemarksBy = ['supervisor', 'office', 'nobody'] as const
export const longestRemark = 600
const shortestLimit = 50

/**
 * Who writes remarks at a school. `classBy`: of a class writes its supervisor or the office, only the office, or nobody. `courses`: teachers
 * write in their courses. `proofs`: closing stores only what was approved. What nobody writes any more is not closed either.
 */
export const RemarkSettings = z.object({
  schoolId: z.string(),
  classBy: z.enum(classRemarksBy),
  courses: z.boolean(),
  proofs: z.boolean(),
  longestOfClass: z.number(),
  longestOfCourse: z.number(),
  version: z.number(),
})

/** Further operations (api.md §16): how a school writes remarks on report cards. */
export const remarkSettings = {
  get: operation({
    path: 'Remark/GetSettings',
    access: staff(['ViewExams', 'ManageResults'], { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id }),
    output: RemarkSettings,
  }),

  save: operation({
    path: 'Remark/SaveSettings',
    access: staff('ManageResults', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({
      schoolId: Id,
      classBy: OneOf(classRemarksBy),
      courses: Bool,
      proofs: Bool,
      longestOfClass: Int(shortestLimit, longestRemark),
      longestOfCourse: Int(shortestLimit, longestRemark),
      baseVersion: BaseVersion,
    }),
    output: RemarkSettings,
    writes: true,
  }),
}
