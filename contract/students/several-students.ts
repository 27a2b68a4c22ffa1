import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, List } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { SeveralDone, studentsAtMost } from '#contract/jobs/job-shapes.ts'

const studentIds = List(Id, 1, studentsAtMost)

/** Further operations (api.md §16): several students at once. A student for whom it cannot be done is answered with the reason. */
export const severalStudents = {
  /** Another class from today on, whichever class each of them is in. */
  move: operation({
    path: 'Student/MoveStudents',
    access: staff('UpdateStudentInfo', { classRoom: 'classRoomId' }, 'wholeSchool'),
    input: z.strictObject({ classRoomId: Id, studentIds }),
    output: SeveralDone,
    writes: true,
  }),

  deactivate: operation({
    path: 'Student/DeactivateStudents',
    access: staff('ChangeStudentActivation', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, studentIds }),
    output: SeveralDone,
    writes: true,
  }),
}
