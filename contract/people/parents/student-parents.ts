import * as z from 'zod/mini'
import { staff, staffOrParent } from '#contract/language/access.ts'
import { BaseVersion, Day, Id, kept, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done, May } from '#contract/language/shapes.ts'
import { ignoring, roundTrip } from '#contract/language/wire-names.ts'

/** What a link allows a parent to do. */
export const parentRights = ['see', 'notify', 'fetch', 'pay'] as const

/**
 * Each right of a link with its first and its last day; null: until further notice. If the last day is before the first, the right was
 * withdrawn on its first day or never given.
 */
const periods = {
  seeFrom: z.string(),
  seeUntil: z.nullable(z.string()),
  notifyFrom: z.string(),
  notifyUntil: z.nullable(z.string()),
  fetchFrom: z.string(),
  fetchUntil: z.nullable(z.string()),
  payFrom: z.string(),
  payUntil: z.nullable(z.string()),
}

/**
 * One parent of one student, with the rights of the link and those valid today. `phoneNumber` is only for staff who link parents. A parent
 * without a name of their own is shown with the name in the official record.
 */
export const StudentParent = z.object({
  studentId: z.string(),
  studentName: z.string(),
  studentImage: z.nullable(z.string()),
  parentId: z.string(),
  parentName: z.string(),
  parentImage: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  relationId: z.string(),
  relationName: z.string(),
  ...periods,
  sees: z.boolean(),
  isNotified: z.boolean(),
  fetches: z.boolean(),
  pays: z.boolean(),
  version: z.number(),
  may: May,
})

/** The former rights of a link, until somebody changed them. */
export const FormerParentRights = z.object({ changedAt: z.string(), changedByName: z.nullable(z.string()), ...periods })

const reading = ['ViewSchoolStudentsList', 'UpdateStudentInfo', 'LinkParentToStudent'] as const
const linking = ['LinkParentToStudent', 'UpdateStudentInfo'] as const
const link = { parentId: Id, studentId: Id }

/** The relation and the rights of a link, also used as the form's schema. */
export const ParentChange = z.strictObject({
  ...link,
  relationId: kept(Id),
  seeFrom: kept(Day),
  seeUntil: optional(Day),
  notifyFrom: kept(Day),
  notifyUntil: optional(Day),
  fetchFrom: kept(Day),
  fetchUntil: optional(Day),
  payFrom: kept(Day),
  payUntil: optional(Day),
  baseVersion: BaseVersion,
})

/** Staff read all parents of a student; a parent reads only their own link. */
const readers = {
  ...staffOrParent(reading, { student: 'studentId' }, 'studentId'),
  rows: ['wholeSchool', 'own'],
} as const

/** The links between students and their parents, for staff; a parent's own list is `parents`. */
export const studentParents = {
  list: operation({
    path: 'StudentParent/GetstudentParents',
    access: readers,
    input: z.strictObject({ studentId: Id, relationId: optional(Id), ...paging }),
    output: z.array(StudentParent),
    paging: 'whole',
  }),

  get: operation({
    path: 'StudentParent/GetStudentParent',
    access: readers,
    input: z.strictObject({ studentId: Id, parentId: Id }),
    output: StudentParent,
  }),

  add: operation({
    path: 'StudentParent/AddStudentParent',
    access: staff(linking, { student: 'studentId' }, 'wholeSchool'),
    input: z.strictObject({ ...link, relationId: Id }),
    output: StudentParent,
    writes: true,
  }),

  update: operation({
    path: 'StudentParent/UpdateStudentParent',
    access: staff(linking, { student: 'studentId' }, 'wholeSchool'),
    input: roundTrip(ParentChange, StudentParent),
    output: StudentParent,
    writes: true,
  }),

  /** Further operation (api.md §16): the former rights of a parent's links to a student, latest change first. */
  formerRights: operation({
    path: 'StudentParent/GetFormerRights',
    access: staff(linking, { student: 'studentId' }, 'wholeSchool'),
    input: z.strictObject({ ...link, ...paging }),
    output: z.array(FormerParentRights),
    paging: 'whole',
  }),

  remove: operation({
    path: 'StudentParent/DeleteStudentParent',
    access: staff('RemoveParentToStudent', { student: 'studentId' }, 'wholeSchool'),
    input: ignoring(z.strictObject(link), ['relationId']),
    output: Done,
    writes: true,
  }),
}
