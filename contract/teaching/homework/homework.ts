import * as z from 'zod/mini'
import { Attachment } from '#contract/platform/attachments/attachments.ts'
import { inAnySchool, staff } from '#contract/language/access.ts'
import {
  filters,
  listedWork,
  namedByServer,
  newWork,
  work,
  workChange,
} from '#contract/teaching/class-work/class-work.ts'
import { Id } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { ignoring, roundTrip, wireNames } from '#contract/language/wire-names.ts'

const date = { date: 'assignmentDate' } as const

const files = { attachments: z.array(Attachment) }

/** A homework of a class in a course. `rate` is the full mark. */
export const Homework = wireNames(z.object({ ...work, ...files }), date)

export const ListedHomework = wireNames(z.object({ ...listedWork, ...files }), date)

export const NewHomework = ignoring(wireNames(z.strictObject(newWork), date), namedByServer)

export const HomeworkChange = roundTrip(
  ignoring(wireNames(z.strictObject(workChange), date), namedByServer),
  ListedHomework,
)

const one = wireNames(z.strictObject({ id: Id }), { id: 'assignmentId' })

export const homework = {
  list: operation({
    path: 'ClassRoomAssignment/GetClassroomAssignmentsList',
    access: inAnySchool(['ViewHomework'], { classRoom: 'classRoomId' }),
    input: wireNames(z.strictObject(filters), {
      fromDate: 'fromdate',
      toDate: 'todate',
    }),
    output: z.array(ListedHomework),
    paging: 'paged',
  }),

  get: operation({
    path: 'ClassRoomAssignment/GetClassroomAssignmentbyid',
    access: staff('ViewHomework', { homework: 'id' }, 'classReach'),
    input: one,
    output: Homework,
  }),

  add: operation({
    path: 'ClassRoomAssignment/CreateClassRoomAssignment',
    access: staff('AddHomework', { classRoom: 'classRoomId' }, 'classReach'),
    input: NewHomework,
    output: Homework,
    writes: true,
  }),

  update: operation({
    path: 'ClassRoomAssignment/UpdateClassRoomAssignment',
    access: staff('UpdateHomework', { homework: 'id' }, 'classReach'),
    input: HomeworkChange,
    output: Homework,
    writes: true,
    equal: ['classRoomId'],
  }),

  remove: operation({
    path: 'ClassRoomAssignment/RemoveClassRoomAssignment',
    access: staff('UpdateHomework', { homework: 'id' }, 'classReach'),
    input: one,
    output: Done,
    writes: true,
  }),
}
