import * as z from 'zod/mini'
import { anySchoolOrPlatform, staff, staffOrParent } from '#contract/language/access.ts'
import { BaseVersion, Bool, Day, Id, kept, List, MediaUrl, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { studentsAtMost } from '#contract/platform/jobs/job-shapes.ts'
import { anyTabOfAClass, Student } from './students.ts'
import { ignoring, roundTrip, wireNames } from '#contract/language/wire-names.ts'
import { MiddleName, PartOfName } from '#contract/language/names.ts'

const names = { middleName: ['midelName', 'middelName'], isPaid: 'isPayed' } as const

/** A student as saving returns them. `availableCoins` is the school's new balance; null without ViewSchoolData. */
export const SavedStudent = wireNames(
  z.object({ ...Student._zod.def.shape, availableCoins: z.nullable(z.number()) }),
  names,
)

/** One student read separately. `isMerged`: the entry was merged with another, so nothing new can be recorded of it. */
export const OneStudent = wireNames(z.object({ ...Student._zod.def.shape, isMerged: z.boolean() }), names)

/** On how many of the days with a register in the last four weeks a student was present or late. */
export const Presence = z.object({ present: z.number(), days: z.number() })

/** A student in a list. `presence` is null for callers who may not see the attendance of the class. */
export const ListedStudent = wireNames(z.object({ ...Student._zod.def.shape, presence: z.nullable(Presence) }), names)

/**
 * What renewing seats would do: how many students would be marked or charged, how many coins that costs, and for which year (null: the next
 * to become current). The balances are null without ViewSchoolData. `debtLimit`: how many coins the school may owe afterwards; a renewal
 * that is not affordable is refused.
 */
export const RenewalPlan = z.object({
  schoolYearId: z.nullable(z.string()),
  schoolYearName: z.nullable(z.string()),
  students: z.number(),
  coins: z.number(),
  balance: z.nullable(z.number()),
  balanceAfter: z.nullable(z.number()),
  debtLimit: z.number(),
  affordable: z.boolean(),
})

const numberedByServer = ['code']

export const NewStudent = ignoring(
  wireNames(
    z.strictObject({
      schoolId: Id,
      classRoomId: Id,
      firstName: PartOfName,
      middleName: PartOfName,
      lastName: PartOfName,
      birthDate: optional(Day),
      imageUrl: optional(MediaUrl),
      active: optional(Bool),
      isPaid: optional(Bool),
    }),
    names,
  ),
  numberedByServer,
)

/** A student who may be the same as one that is to be added. */
export const SimilarStudent = z.object({
  id: z.string(),
  code: z.string(),
  studentName: z.string(),
  classRoomName: z.string(),
  active: z.boolean(),
  leftOn: z.nullable(z.string()),
})

/** With only ChangeStudentActivation, only `active` may differ from the stored values. */
export const StudentChange = roundTrip(
  ignoring(
    wireNames(
      z.strictObject({
        id: Id,
        classRoomId: kept(Id),
        firstName: kept(PartOfName),
        middleName: kept(MiddleName),
        lastName: kept(PartOfName),
        birthDate: optional(Day),
        imageUrl: optional(MediaUrl),
        active: kept(Bool),
        isPaid: kept(Bool),
        schoolId: optional(Id),
        baseVersion: BaseVersion,
      }),
      names,
    ),
    numberedByServer,
  ),
  wireNames(z.object({ ...SavedStudent._zod.def.shape, ...ListedStudent._zod.def.shape }), names),
)

/** `done` false: nothing was changed yet, the server does the work in the background, and `jobId` names it (Job/GetJob). */
export const Renewed = z.object({ done: z.boolean(), changed: z.number(), jobId: z.nullable(z.string()) })

/** How many seats are renewed within the call; more by a job. */
export const renewedAtOnce = 50

const renewing = staff('ChangeStudentActivation', { school: 'schoolId' }, 'wholeSchool')
const renewed = z.strictObject({ schoolId: Id, studentIds: optional(List(Id, 1, studentsAtMost)) })

/** Single students of a school; the roll of a class is in `students`. */
export const studentRecords = {
  get: operation({
    path: 'Student/GetStudent',
    access: staffOrParent(anyTabOfAClass, { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id }),
    output: OneStudent,
  }),

  list: operation({
    path: 'Student/GetSchoolStudents',
    access: staff('ViewSchoolStudentsList', { school: 'schoolId' }, 'wholeSchool'),
    input: wireNames(
      z.strictObject({
        schoolId: Id,
        search: optional(Text(0, 200)),
        classRoomId: optional(Id),
        active: optional(Bool),
        isPaid: optional(Bool),
        left: optional(Bool),
        ...paging,
      }),
      { isPaid: 'isPayed' },
    ),
    output: z.array(ListedStudent),
    paging: 'whole',
  }),

  add: operation({
    path: 'Student/AddStudent',
    access: staff(['AssignStudentToSchool', 'AssignMultipleStudentsToSchool'], { school: 'schoolId' }, 'wholeSchool'),
    input: NewStudent,
    output: SavedStudent,
    writes: true,
  }),

  /** Further operation (api.md §16): students already in the school with this name, to be asked before a student is added. */
  similar: operation({
    path: 'Student/GetSimilar',
    access: staff(['AssignStudentToSchool', 'AssignMultipleStudentsToSchool'], { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({
      schoolId: Id,
      firstName: PartOfName,
      middleName: PartOfName,
      lastName: PartOfName,
      birthDate: optional(Day),
    }),
    output: z.array(SimilarStudent),
  }),

  update: operation({
    path: 'Student/UpdateStudent',
    access: staff(['UpdateStudentInfo', 'ChangeStudentActivation'], { student: 'id' }, 'wholeSchool'),
    input: StudentChange,
    output: SavedStudent,
    writes: true,
    equal: ['schoolId'],
  }),

  byCode: operation({
    path: 'Student/GetStudentByCode',
    access: anySchoolOrPlatform(['ViewSchoolStudentsList', 'AssignStudentToSchool'], [], 'wholeSchool'),
    input: wireNames(z.strictObject({ code: Text(1, 20), schoolId: optional(Id) }), { code: 'studentCode' }),
    output: Student,
  }),

  renewSeats: operation({
    path: 'Student/RenewSeats',
    access: renewing,
    input: renewed,
    output: Renewed,
    writes: true,
    lasts: 60_000,
  }),

  /** Further operation (api.md §16): what renewing the seats would do. */
  renewalPlan: operation({
    path: 'Student/GetRenewalPlan',
    access: renewing,
    input: renewed,
    output: RenewalPlan,
  }),
}
