import * as z from 'zod/mini'
import { allOf, staff, wholeSchoolKey } from '#contract/language/access.ts'
import { Day, Id, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { entered, latin } from './official-records.ts'

const text = z.nullable(z.string())

/** A student with the official record and the present guardians, as a list for offices. `religion` is null without ViewStudentReligion. */
export const ListedRecord = z.object({
  id: z.string(),
  code: z.string(),
  studentName: z.string(),
  gradeName: z.string(),
  classRoomName: z.string(),
  officialName: z.nullable(z.string()),
  ...latin,
  ...entered,
  guardianName: text,
  guardianJob: text,
  guardianPhone: text,
  guardianRelation: text,
  guardianName2: text,
  guardianJob2: text,
  guardianPhone2: text,
  guardianRelation2: text,
  guardianName3: text,
  guardianJob3: text,
  guardianPhone3: text,
  guardianRelation3: text,
  /** All other guardians, each with relation and phone. */
  moreGuardians: text,
})

const heads = { male: z.number(), female: z.number(), unknownSex: z.number(), total: z.number() }

/** How many students of a grade have an age. `age` is null for those without a birth date. */
export const AgeCount = z.object({ gradeName: z.string(), age: z.nullable(z.number()), ...heads })

/** How many students have a nationality; null: not entered. */
export const NationalityCount = z.object({ nationality: z.nullable(z.string()), ...heads })

/** A student who came, left or returned within a period. `place`: from where, or to where. */
export const Movement = z.object({
  day: z.string(),
  movement: z.string(),
  studentId: z.string(),
  code: z.string(),
  studentName: z.string(),
  place: z.nullable(z.string()),
  leavingReason: z.nullable(z.string()),
  paper: z.nullable(z.string()),
})

/** What may be missing in a record. `confirmation`: no parent has said this school year that all is right. */
export const missingKinds = [
  'nationalNumber',
  'birthDate',
  'sex',
  'nationality',
  'address',
  'guardianPhone',
  'emergencyContact',
  'confirmation',
] as const

/** A student in whose record something is missing, and the day on which a parent last confirmed it. */
export const MissingData = z.object({
  studentId: z.string(),
  code: z.string(),
  studentName: z.string(),
  gradeName: z.string(),
  classRoomName: z.string(),
  noNationalNumber: z.boolean(),
  noBirthDate: z.boolean(),
  noSex: z.boolean(),
  noNationality: z.boolean(),
  noAddress: z.boolean(),
  noGuardianPhone: z.boolean(),
  noEmergencyContact: z.boolean(),
  noConfirmation: z.boolean(),
  confirmedOn: z.nullable(z.string()),
})

const access = staff(allOf('ViewStudentRecord', wholeSchoolKey), { school: 'schoolId' }, 'wholeSchool')
const onDay = { schoolId: Id, day: optional(Day) }

/** Further operations (api.md §16): counts and lists from the official records of a school. */
export const recordLists = {
  records: operation({
    path: 'OfficialRecord/GetRecords',
    access,
    input: z.strictObject({ schoolId: Id, search: optional(Text(0, 200)), classRoomId: optional(Id), ...paging }),
    output: z.array(ListedRecord),
    paging: 'whole',
  }),

  /** Of those at the school, by grade, class and name; with `missing` those in whose record this is missing. */
  missing: operation({
    path: 'OfficialRecord/GetMissing',
    access,
    input: z.strictObject({
      schoolId: Id,
      missing: optional(OneOf(missingKinds)),
      classRoomId: optional(Id),
      search: optional(Text(0, 200)),
      ...paging,
    }),
    output: z.array(MissingData),
    paging: 'whole',
  }),

  /**
   * `day`: counts who was at the school on that day (default: today). `agesOn`: the day for which ages are computed (default: 1 October of
   * that school year).
   */
  ages: operation({
    path: 'OfficialRecord/CountByAge',
    access,
    input: z.strictObject({ ...onDay, agesOn: optional(Day), ...paging }),
    output: z.array(AgeCount),
    paging: 'whole',
  }),

  nationalities: operation({
    path: 'OfficialRecord/CountByNationality',
    access,
    input: z.strictObject({ ...onDay, ...paging }),
    output: z.array(NationalityCount),
    paging: 'whole',
  }),

  movements: operation({
    path: 'OfficialRecord/GetMovements',
    access,
    input: z.strictObject({ schoolId: Id, dateFrom: Day, dateTo: Day, ...paging }),
    output: z.array(Movement),
    paging: 'whole',
  }),
}
