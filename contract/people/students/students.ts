import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Day, Id, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { wireNames } from '#contract/language/wire-names.ts'

/**
 * A student. For parents, `code` and the seat are null. For staff who do not manage student information, `birthDate` and why and where a
 * student left are null. `leftOn`: the last day at the school of a student who left.
 */
export const Student = wireNames(
  z.object({
    id: z.string(),
    code: z.nullable(z.string()),
    firstName: z.string(),
    middleName: z.string(),
    lastName: z.string(),
    imageUrl: z.nullable(z.string()),
    schoolId: z.string(),
    schoolName: z.string(),
    classRoomId: z.string(),
    classRoomName: z.string(),
    birthDate: z.nullable(z.string()),
    active: z.boolean(),
    isPaid: z.nullable(z.boolean()),
    seatEndedOn: z.nullable(z.string()),
    leftOn: z.nullable(z.string()),
    leavingReason: z.nullable(z.string()),
    leavingNote: z.nullable(z.string()),
    destination: z.nullable(z.string()),
    coursesCount: z.number(),
    version: z.number(),
  }),
  { middleName: ['midelName', 'middelName'], isPaid: 'isPayed' },
)

/** Keys of which one is enough to see the roll of a class. */
export const anyTabOfAClass = [
  'ViewSchoolStudentsList',
  'ViewAttendanceList',
  'ViewHomework',
  'ViewExams',
  'ViewActivities',
  'ViewNotes',
] as const

export const students = {
  ofClass: operation({
    path: 'Student/GetClassRoomStudents',
    access: staff(anyTabOfAClass, { classRoom: 'classRoomId' }, 'classReach'),
    /** `day`: the students who were in the class on that day, including those who have left it since; their `classRoomId` is this class. */
    input: z.strictObject({ classRoomId: Id, schoolId: optional(Id), day: optional(Day), ...paging }),
    output: z.array(Student),
    paging: 'whole',
    equal: ['schoolId'],
  }),
}
