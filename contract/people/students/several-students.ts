import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, List } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { SeveralDone, studentsAtMost } from '#contract/platform/jobs/job-shapes.ts'

const studentIds = List(Id, 1, studentsAtMost)

/** Further operations (api.md §16): several students at once. Students for whom it is not possible are returned with the reason. */
export const severalStudents = {
  /** Moves students to another class from today on, whatever class each is in. */
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
