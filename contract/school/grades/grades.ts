import * as z from 'zod/mini'
import { member, staff } from '#contract/language/access.ts'
import { BaseVersion, Id, kept, List, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { several } from '#contract/language/several.ts'
import { roundTrip } from '#contract/language/wire-names.ts'
import { NameOf } from '#contract/language/names.ts'

/** A year level of one school. */
export const Grade = z.object({
  id: z.string(),
  name: z.string(),
  notes: z.nullable(z.string()),
  schoolId: z.string(),
  createDate: z.string(),
  lastModifyDate: z.string(),
  version: z.number(),
})

const Name = NameOf(3, 100)
const Notes = optional(Text(0, 2000, { lines: true }))

export const NewGrade = z.strictObject({ schoolId: Id, name: Name, notes: Notes })

export const GradeChange = roundTrip(
  z.strictObject({ id: Id, name: kept(Name), notes: Notes, schoolId: optional(Id), baseVersion: BaseVersion }),
  Grade,
)

export const grades = {
  list: operation({
    path: 'Grade/GetSchoolGrades',
    access: member({ school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(Grade),
    paging: 'whole',
  }),

  get: operation({
    path: 'Grade/GetSchoolGradeById',
    access: member({ grade: 'gradeId' }, 'wholeSchool'),
    input: z.strictObject({ gradeId: Id }),
    output: Grade,
  }),

  add: operation({
    path: 'Grade/AddGrade',
    access: staff(['AddGrade', 'AddMultipleGrades'], { school: 'schoolId' }, 'wholeSchool'),
    input: NewGrade,
    output: Grade,
    writes: true,
    whileInactive: true,
  }),

  addSeveral: operation({
    path: 'Grade/AddGrades',
    access: staff('AddMultipleGrades', { school: 'items' }, 'wholeSchool'),
    input: several(NewGrade),
    output: z.array(Grade),
    writes: true,
    whileInactive: true,
  }),

  update: operation({
    path: 'Grade/EditGrade',
    access: staff('UpdateGrade', { grade: 'id' }, 'wholeSchool'),
    input: GradeChange,
    output: Grade,
    writes: true,
    whileInactive: true,
    equal: ['schoolId'],
  }),

  /**
   * Further operation (api.md §16): sets the order of all grades of the school, each listed once with the version that the caller has seen.
   */
  setOrder: operation({
    path: 'Grade/SetOrder',
    access: staff('UpdateGrade', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, items: List(z.strictObject({ id: Id, baseVersion: BaseVersion }), 1, 500) }),
    output: z.array(Grade),
    writes: true,
    whileInactive: true,
  }),
}
