import * as z from 'zod/mini'
import { allOf, staff, wholeSchoolKey } from '#contract/language/access.ts'
import { Bool, Id, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

export const zip = 'application/zip'

/**
 * The school as a folder of OneRoster 1.2 (CSV, bulk): year, courses, classes, staff, students with their official records and guardians,
 * and who teaches and learns where. It contains what the lists of staff and of official records show. With `former` also students who have
 * left, with `ownFields` the school's own fields of the record. Refused while no school year is current, because every class needs one.
 */
export const exportSchoolFolder = operation({
  path: 'Export/GetSchoolFolder',
  access: staff(allOf('ViewStudentRecord', 'ViewTeachersList', wholeSchoolKey), { school: 'schoolId' }, 'wholeSchool'),
  input: z.strictObject({ schoolId: Id, former: optional(Bool), ownFields: optional(Bool) }),
  output: z.string(),
  gives: [zip],
  lasts: 60_000,
})
