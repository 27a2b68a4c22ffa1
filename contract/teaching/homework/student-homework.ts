import * as z from 'zod/mini'
import { Attachment } from '#contract/platform/attachments/attachments.ts'
import { staff, staffOrParent, staffOrParents } from '#contract/language/access.ts'
import {
  namedByServer,
  newForOne,
  rating,
  resultDays,
  resultRange,
  resultsOf,
  studentResult,
} from '#contract/teaching/class-work/class-work.ts'
import { BaseVersion, Bool, Day, Id, List, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { ignoring, roundTrip, wireNames } from '#contract/language/wire-names.ts'

const tookPart = { tookPart: 'isDelivered' } as const

/** A student's result in a homework. `tookPart`: handed in. */
export const StudentHomework = wireNames(
  z.object({ ...studentResult, deliveredDate: z.nullable(z.string()), attachments: z.array(Attachment) }),
  {
    workId: 'assignmentId',
    date: 'assignmentDate',
    rate: 'assignmentRate',
    ...tookPart,
  },
)

/** If no day is given, a homework counts as handed in today. */
const delivery = { ...rating, deliveredDate: optional(Day) }

/** A homework for one student only, with its result if there is one. */
export const NewStudentHomework = ignoring(
  wireNames(z.strictObject({ ...newForOne, ...delivery }), {
    date: 'assignmentDate',
    rate: ['rate', 'assignmentRate'],
    ...tookPart,
  }),
  namedByServer,
)

const marked = { studentId: Id, ...delivery, baseVersion: BaseVersion }
const markedWork = { workId: ['assignmentId', 'assignementId'] } as const
const readWork = { workId: ['assignementId', 'assignmentId'] } as const

const rates = ['RateHomework', 'UpdateHomework'] as const

export const studentHomework = {
  list: operation({
    path: 'ClassRoomStudentAssignment/GetStudentAssignmentsList',
    access: staffOrParents(
      'ViewHomework',
      { student: 'studentId', homework: 'workId', classRoom: 'classRoomId' },
      'studentId',
    ),
    input: wireNames(
      z.strictObject({
        ...resultsOf,
        classRoomId: optional(Id),
        courseId: optional(Id),
        ...resultRange,
        tookPart: optional(Bool),
        deliveredDateFrom: optional(Day),
        deliveredDateTo: optional(Day),
        ...resultDays,
      }),
      { ...readWork, ...tookPart },
    ),
    output: z.array(StudentHomework),
    paging: 'paged',
  }),

  get: operation({
    path: 'ClassRoomStudentAssignment/GetStudentAssignment',
    access: staffOrParent('ViewHomework', { homework: 'workId' }, 'studentId'),
    input: wireNames(z.strictObject({ studentId: Id, workId: Id }), readWork),
    output: StudentHomework,
  }),

  add: operation({
    path: 'ClassRoomStudentAssignment/AddStudentAssignment',
    access: staff('AddHomework', { classRoom: 'classRoomId' }, 'classReach'),
    input: NewStudentHomework,
    output: StudentHomework,
    writes: true,
  }),

  rate: operation({
    path: 'ClassRoomStudentAssignment/UpdateStudentAssignmnet',
    access: staff(rates, { homework: 'workId' }, 'classReach'),
    input: roundTrip(
      wireNames(z.strictObject({ workId: Id, ...marked }), { ...markedWork, ...tookPart }),
      StudentHomework,
    ),
    output: StudentHomework,
    writes: true,
  }),

  /**
   * Further operation (api.md §16): saves the results of one homework for several students, all or none; returns them in the order sent.
   */
  rateSeveral: operation({
    path: 'ClassRoomStudentAssignment/UpdateStudentAssignments',
    access: staff(rates, { homework: 'workId' }, 'classReach'),
    input: wireNames(
      z.strictObject({ workId: Id, items: List(wireNames(z.strictObject(marked), tookPart), 1, 200) }),
      markedWork,
    ),
    output: z.array(StudentHomework),
    writes: true,
    sheet: ['workId'],
  }),
}
