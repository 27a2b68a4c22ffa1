import * as z from 'zod/mini'
import { allOf, staff } from '#contract/language/access.ts'
import { Id, List, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

/**
 * The students who would move from a class to its next one, and those who would stay because they were named or are inactive. `places`: the
 * free ones in the next class; the move needs one for each moving student. `plan`: a hash of these facts.
 */
export const MovePlan = z.object({
  classRoomId: z.string(),
  classRoomName: z.string(),
  toClassRoomId: z.string(),
  toClassRoomName: z.string(),
  places: z.number(),
  going: z.array(z.object({ studentId: z.string(), studentName: z.string(), code: z.string() })),
  staying: z.array(
    z.object({
      studentId: z.string(),
      studentName: z.string(),
      code: z.string(),
      reason: z.enum(['named', 'inactive']),
    }),
  ),
  plan: z.string(),
})

/** A class moved to its next one. `hindrance`: the sentence why it can no longer be undone; null if it can be, or already is. */
export const ClassMove = z.object({
  id: z.string(),
  schoolId: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  toClassRoomId: z.string(),
  toClassRoomName: z.string(),
  students: z.number(),
  day: z.string(),
  movedById: z.string(),
  movedByName: z.string(),
  createDate: z.string(),
  undone: z.boolean(),
  hindrance: z.nullable(z.string()),
})

const moving = allOf('UpdateStudentInfo', 'ViewSchoolStudentsList')
const planned = { classRoomId: Id, toClassRoomId: Id, stayingIds: optional(List(Id, 0, 500)) }

/** Further operations (api.md §16): moving a whole class to its next class. */
export const classMoves = {
  list: operation({
    path: 'ClassRoom/GetMoves',
    access: staff(moving, { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(ClassMove),
    paging: 'paged',
  }),

  plan: operation({
    path: 'ClassRoom/GetMovePlan',
    access: staff(moving, { classRoom: 'classRoomId' }, 'wholeSchool'),
    input: z.strictObject(planned),
    output: MovePlan,
  }),

  /** `plan`: as answered by GetMovePlan. 409 with the present plan if the facts have changed. */
  move: operation({
    path: 'ClassRoom/MoveStudents',
    access: staff(moving, { classRoom: 'classRoomId' }, 'wholeSchool'),
    input: z.strictObject({ ...planned, plan: Text(1, 100) }),
    output: ClassMove,
    writes: true,
  }),

  /** Moves all students back. `classRoomId`: the class from which the move was made. */
  undo: operation({
    path: 'ClassRoom/UndoMove',
    access: staff(moving, { classRoom: 'classRoomId' }, 'wholeSchool'),
    input: z.strictObject({ classRoomId: Id, moveId: Id }),
    output: ClassMove,
    writes: true,
  }),
}
