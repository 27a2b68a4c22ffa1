import * as z from 'zod/mini'
import { staff, staffOrParent } from '#contract/language/access.ts'
import { BaseVersion, Id, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done, May } from '#contract/language/shapes.ts'
import { ignoring, roundTrip } from '#contract/language/wire-names.ts'

/** One parent of one student. `phoneNumber` only for staff who link parents. */
export const StudentParent = z.object({
  studentId: z.string(),
  studentName: z.string(),
  studentImage: z.nullable(z.string()),
  parentId: z.string(),
  parentName: z.string(),
  parentImage: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  relationId: z.string(),
  relationName: z.string(),
  version: z.number(),
  may: May,
})

const reading = ['ViewSchoolStudentsList', 'UpdateStudentInfo', 'LinkParentToStudent'] as const
const linking = ['LinkParentToStudent', 'UpdateStudentInfo'] as const
const link = { parentId: Id, studentId: Id }

/** Staff read every parent of a student, a parent only the own link. */
const readers = {
  ...staffOrParent(reading, { student: 'studentId' }, 'studentId'),
  rows: ['wholeSchool', 'own'],
} as const

/** The links between students and their parents, as staff keep them; a parent's own list is `parents`. */
export const studentParents = {
  list: operation({
    path: 'StudentParent/GetstudentParents',
    access: readers,
    input: z.strictObject({ studentId: Id, relationId: optional(Id), ...paging }),
    output: z.array(StudentParent),
    paging: 'whole',
  }),

  get: operation({
    path: 'StudentParent/GetStudentParent',
    access: readers,
    input: z.strictObject({ studentId: Id, parentId: Id }),
    output: StudentParent,
  }),

  add: operation({
    path: 'StudentParent/AddStudentParent',
    access: staff(linking, { student: 'studentId' }, 'wholeSchool'),
    input: z.strictObject({ ...link, relationId: Id }),
    output: StudentParent,
    writes: true,
  }),

  update: operation({
    path: 'StudentParent/UpdateStudentParent',
    access: staff(linking, { student: 'studentId' }, 'wholeSchool'),
    input: roundTrip(z.strictObject({ ...link, relationId: Id, baseVersion: BaseVersion }), StudentParent),
    output: StudentParent,
    writes: true,
  }),

  remove: operation({
    path: 'StudentParent/DeleteStudentParent',
    access: staff('RemoveParentToStudent', { student: 'studentId' }, 'wholeSchool'),
    input: ignoring(z.strictObject(link), ['relationId']),
    output: Done,
    writes: true,
  }),
}
