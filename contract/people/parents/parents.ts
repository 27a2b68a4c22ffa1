import * as z from 'zod/mini'
import { signedIn } from '#contract/language/access.ts'
import { Id, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { ignoring, wireNames } from '#contract/language/wire-names.ts'

/** One linked child of the caller. `seatEndedOn` null: the seat is paid; otherwise only records up to that day are shown. */
export const Child = wireNames(
  z.object({
    studentId: z.string(),
    studentName: z.string(),
    imageUrl: z.nullable(z.string()),
    parentId: z.string(),
    relationId: z.string(),
    relationName: z.string(),
    schoolId: z.string(),
    schoolName: z.string(),
    classRoomId: z.string(),
    classRoomName: z.string(),
    gradeId: z.string(),
    gradeName: z.string(),
    wcsUrl: z.nullable(z.string()),
    seatEndedOn: z.nullable(z.string()),
    leftOn: z.nullable(z.string()),
    /** Whether the link allows the caller to pay; only then do they see that something is unpaid. */
    pays: z.boolean(),
  }),
  {
    imageUrl: ['studentImage', 'imageUrl'],
    classRoomId: ['classRoomId', 'calssroomId'],
    classRoomName: ['classRoomName', 'classroomName'],
  },
)

export const parents = {
  children: operation({
    path: 'StudentParent/GetParentStudents',
    access: signedIn('linkedChildren', 'ViewChildernsList'),
    input: ignoring(z.strictObject({ relationId: optional(Id), ...paging }), ['parentId']),
    output: z.array(Child),
    paging: 'whole',
  }),
}
