import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Day, Id, kept, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { roundTrip } from '#contract/language/wire-names.ts'
import { AnyPhone } from './any-phone.ts'

export const guardianAnswers = ['yes', 'no'] as const

/**
 * A guardian as the school knows them, with or without an account. `livesWith`, `mayFetch` and `maySee` are null if unknown. `fromDay` and
 * `untilDay`: the first and the last day of validity; `untilDay` null: until further notice. `account`: `linked`, `invited`, or null.
 */
export const RecordGuardian = z.object({
  id: z.string(),
  studentId: z.string(),
  guardianName: z.string(),
  relationId: z.string(),
  relationName: z.string(),
  job: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  livesWith: z.nullable(z.string()),
  mayFetch: z.nullable(z.string()),
  maySee: z.nullable(z.string()),
  fromDay: z.string(),
  untilDay: z.nullable(z.string()),
  paper: z.nullable(z.string()),
  account: z.nullable(z.string()),
  version: z.number(),
})

const answer = optional(OneOf(guardianAnswers))
const name = Text(2, 200)
const details = {
  job: optional(Text(0, 100)),
  phone: optional(AnyPhone),
  livesWith: answer,
  mayFetch: answer,
  maySee: answer,
  untilDay: optional(Day),
  paper: optional(Text(0, 200)),
}

/** Without `fromDay`, from today on. */
export const NewGuardian = z.strictObject({
  studentId: Id,
  guardianName: name,
  relationId: Id,
  ...details,
  fromDay: optional(Day),
})

export const GuardianChange = roundTrip(
  z.strictObject({
    studentId: Id,
    guardianId: Id,
    guardianName: kept(name),
    relationId: kept(Id),
    ...details,
    fromDay: kept(Day),
    baseVersion: BaseVersion,
  }),
  RecordGuardian,
)

/** Further operations (api.md §16): the guardians of a student's official record. */
export const guardians = {
  list: operation({
    path: 'StudentGuardian/GetGuardians',
    access: staff(['ViewStudentRecord', 'EditStudentRecord'], { student: 'studentId' }, 'classReach'),
    input: z.strictObject({ studentId: Id, ...paging }),
    output: z.array(RecordGuardian),
    paging: 'whole',
  }),

  add: operation({
    path: 'StudentGuardian/AddGuardian',
    access: staff('EditStudentRecord', { student: 'studentId' }, 'classReach'),
    input: NewGuardian,
    output: RecordGuardian,
    writes: true,
  }),

  update: operation({
    path: 'StudentGuardian/UpdateGuardian',
    access: staff('EditStudentRecord', { student: 'studentId' }, 'classReach'),
    input: GuardianChange,
    output: RecordGuardian,
    writes: true,
  }),
}
