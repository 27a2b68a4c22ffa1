import * as z from 'zod/mini'
import { allOf, staff, staffOrParent } from '#contract/language/access.ts'
import { BaseVersion, Day, Id, List, OneOf, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { roundTrip } from '#contract/language/wire-names.ts'
import { countries } from './countries.ts'
import { LatinName } from '#contract/language/latin-names.ts'
import { numberKindNames } from './number-kinds.ts'
import { fieldsAtMost } from './record-fields.ts'

export const sexes = ['male', 'female'] as const
export const religions = ['islam', 'christianity', 'judaism', 'other'] as const

/** One of the school's own fields, with the entered value. */
export const OwnField = z.object({
  recordFieldId: z.string(),
  fieldName: z.string(),
  kind: z.string(),
  choices: z.nullable(z.string()),
  value: z.nullable(z.string()),
})

/** The names as in the passport, for papers in English. */
export const latin = {
  latinFirst: z.nullable(z.string()),
  latinMiddle: z.nullable(z.string()),
  latinLast: z.nullable(z.string()),
}

/** The fields that a record and the list of records share. */
export const entered = {
  nationalNumber: z.nullable(z.string()),
  birthDate: z.nullable(z.string()),
  sex: z.nullable(z.string()),
  nationality: z.nullable(z.string()),
  religion: z.nullable(z.string()),
  birthPlace: z.nullable(z.string()),
  address: z.nullable(z.string()),
  seatNumber: z.nullable(z.string()),
  admittedOn: z.nullable(z.string()),
  admittedFrom: z.nullable(z.string()),
  admissionPaper: z.nullable(z.string()),
  /** The number of the student in another system. */
  otherNumber: z.nullable(z.string()),
}

/**
 * The official record of a student. `id` is the student's. `religion` is null without ViewStudentReligion. For parents, `religion`,
 * `address`, the documents, and why and where the student left are null, and `own` is empty. `birthDate` is the student's own field. Before
 * anything is entered, everything is null and `version` is 1.
 */
export const OfficialRecord = z.object({
  id: z.string(),
  schoolId: z.string(),
  officialName: z.nullable(z.string()),
  ...latin,
  numberKind: z.nullable(z.string()),
  ...entered,
  leftOn: z.nullable(z.string()),
  leavingReason: z.nullable(z.string()),
  destination: z.nullable(z.string()),
  leavingPaper: z.nullable(z.string()),
  own: z.array(OwnField),
  version: z.number(),
})

const shortText = optional(Text(0, 200))
const OwnValue = roundTrip(z.strictObject({ recordFieldId: Id, value: optional(Text(0, 200)) }), OwnField)

const fields = {
  officialName: shortText,
  latinFirst: optional(LatinName),
  latinMiddle: optional(LatinName),
  latinLast: optional(LatinName),
  numberKind: optional(OneOf(numberKindNames)),
  nationalNumber: optional(Text(0, 40)),
  sex: optional(OneOf(sexes)),
  nationality: optional(OneOf(countries)),
  religion: optional(OneOf(religions)),
  birthPlace: shortText,
  address: optional(Text(0, 500, { lines: true })),
  seatNumber: optional(Text(0, 30)),
  admittedOn: optional(Day),
  admittedFrom: shortText,
  admissionPaper: shortText,
  otherNumber: optional(Text(0, 100)),
  leavingPaper: shortText,
  own: optional(List(OwnValue, 0, fieldsAtMost)),
}

export const RecordChange = roundTrip(z.strictObject({ id: Id, ...fields, baseVersion: BaseVersion }), OfficialRecord)

/** What a school must know about a child's health, and about who may fetch the child and how. `id` is the student's. */
export const HealthNotes = z.object({
  id: z.string(),
  schoolId: z.string(),
  healthNotes: z.nullable(z.string()),
  pickUpNotes: z.nullable(z.string()),
  version: z.number(),
})

export const HealthChange = roundTrip(
  z.strictObject({
    id: Id,
    healthNotes: optional(Text(0, 2000, { lines: true })),
    pickUpNotes: optional(Text(0, 1000, { lines: true })),
    baseVersion: BaseVersion,
  }),
  HealthNotes,
)

/** Further operations (api.md §16): the official record of a student. */
export const officialRecords = {
  get: operation({
    path: 'OfficialRecord/GetRecord',
    access: staffOrParent(['ViewStudentRecord', 'EditStudentRecord'], { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id }),
    output: OfficialRecord,
  }),

  update: operation({
    path: 'OfficialRecord/UpdateRecord',
    access: staff('EditStudentRecord', { student: 'id' }, 'classReach'),
    input: RecordChange,
    output: OfficialRecord,
    writes: true,
  }),

  health: operation({
    path: 'OfficialRecord/GetHealthNotes',
    access: staff('ViewStudentHealth', { student: 'studentId' }, 'classReach'),
    input: z.strictObject({ studentId: Id }),
    output: HealthNotes,
  }),

  updateHealth: operation({
    path: 'OfficialRecord/UpdateHealthNotes',
    access: staff(allOf('EditStudentRecord', 'ViewStudentHealth'), { student: 'id' }, 'classReach'),
    input: HealthChange,
    output: HealthNotes,
    writes: true,
  }),
}
