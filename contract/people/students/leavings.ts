import * as z from 'zod/mini'
import { signedIn, staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Day, Id, kept, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { wireNames } from '#contract/language/wire-names.ts'
import { SavedStudent } from './student-records.ts'

/** A reason to choose from; the web client has its name in both languages. */
export const LeavingReason = z.object({ id: z.string(), name: z.string() })

/** One leaving of a student, with the return if there was one. `seatEnded`: whether it ended a paid seat. */
export const Leaving = z.object({
  id: z.string(),
  studentId: z.string(),
  leftOn: z.string(),
  reasonId: z.string(),
  leavingReason: z.string(),
  leavingNote: z.nullable(z.string()),
  destination: z.nullable(z.string()),
  leavingPaper: z.nullable(z.string()),
  seatEnded: z.boolean(),
  enteredById: z.string(),
  enteredByName: z.string(),
  createDate: z.string(),
  returnedOn: z.nullable(z.string()),
  returnedByName: z.nullable(z.string()),
})

const words = {
  leavingNote: optional(Text(0, 500, { lines: true })),
  destination: optional(Text(0, 200)),
}

/**
 * `leftOn`: the last day at the school; if absent, today. `removeMarks`: whether marks of attendance after that day are removed; if absent, a
 * leaving with such marks is refused, so that somebody decides.
 */
export const NewLeaving = z.strictObject({
  studentId: Id,
  leftOn: optional(Day),
  removeMarks: optional(Bool),
  reasonId: Id,
  ...words,
  baseVersion: BaseVersion,
})

export const LeavingChange = z.strictObject({
  studentId: Id,
  reasonId: kept(Id),
  ...words,
  baseVersion: BaseVersion,
})

/** `returnedOn`: the first day back; if absent, today. The class is the former one unless another is named. */
export const NewReturn = wireNames(
  z.strictObject({
    studentId: Id,
    returnedOn: optional(Day),
    classRoomId: optional(Id),
    isPaid: optional(Bool),
    baseVersion: BaseVersion,
  }),
  { isPaid: 'isPayed' },
)

const writing = {
  access: staff('UpdateStudentInfo', { student: 'studentId' }, 'wholeSchool'),
  output: SavedStudent,
  writes: true,
} as const

/** Further operations (api.md §16): students who leave the school and return. */
export const leavings = {
  reasons: operation({
    path: 'StudentLeaving/GetReasons',
    access: signedIn('reference'),
    input: z.strictObject({}),
    output: z.array(LeavingReason),
  }),

  list: operation({
    path: 'StudentLeaving/GetLeavings',
    access: staff(['UpdateStudentInfo', 'AssignStudentToSchool'], { student: 'studentId' }, 'wholeSchool'),
    input: z.strictObject({ studentId: Id, ...paging }),
    output: z.array(Leaving),
    paging: 'whole',
  }),

  enter: operation({ path: 'StudentLeaving/EnterLeaving', input: NewLeaving, ...writing }),

  /** Changes reason, note and destination of the present leaving. For another day, the leaving must be entered again. */
  change: operation({ path: 'StudentLeaving/ChangeLeaving', input: LeavingChange, ...writing }),

  return: operation({ path: 'StudentLeaving/EnterReturn', input: NewReturn, ...writing }),
}
