import * as z from 'zod/mini'
import { allOf, staff, wholeSchoolKey } from '#contract/language/access.ts'
import { Id } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

export const zip = 'application/zip'

/**
 * The school as a folder of OneRoster 1.2 (CSV, bulk): year, courses, classes, staff, students with their official records and guardians,
 * and who teaches and learns where. It contains what the lists of staff and of official records show.
 */
export const exportSchoolFolder = operation({
  path: 'Export/GetSchoolFolder',
  access: staff(allOf('ViewStudentRecord', 'ViewTeachersList', wholeSchoolKey), { school: 'schoolId' }, 'wholeSchool'),
  input: z.strictObject({ schoolId: Id }),
  output: z.string(),
  gives: [zip],
  lasts: 60_000,
})
