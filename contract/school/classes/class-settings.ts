import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { ClassRoom, ListedClass } from './classes.ts'
import { BaseVersion, Bool, Id, Int, kept, Link, OneNumberOf, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { several } from '#contract/language/several.ts'
import { Item } from '#contract/language/shapes.ts'
import { roundTrip } from '#contract/language/wire-names.ts'
import { NameOf } from '#contract/language/names.ts'

/** The choices of the class form. `genders` by code: 1 male, 2 female, 3 both. */
export const ClassFormData = z.object({
  schoolGrades: z.array(Item),
  schoolLanguages: z.array(Item),
  genders: z.record(z.string(), z.string()),
  supervisors: z.array(Item),
})

const Name = NameOf(3, 100)
const Capacity = Int(1, 500, { missing: 'capacity is required' })
const Gender = OneNumberOf([1, 2, 3])

export const NewClass = z.strictObject({
  schoolId: Id,
  name: Name,
  maxOfStudents: Capacity,
  gradeId: Id,
  languageId: Id,
  gender: Gender,
  supervisorId: optional(Id),
  wcsUrl: optional(Link),
  active: optional(Bool),
})

/** If `supervisorId` is null, the class has no supervisor. */
export const ClassChange = roundTrip(
  z.strictObject({
    id: Id,
    name: kept(Name),
    maxOfStudents: kept(Capacity),
    supervisorId: optional(Id),
    gradeId: kept(Id),
    languageId: kept(Id),
    gender: kept(Gender),
    wcsUrl: optional(Link),
    active: kept(Bool),
    schoolId: optional(Id),
    baseVersion: BaseVersion,
  }),
  ListedClass,
)

const switched = (path: string) =>
  operation({
    path,
    access: staff('ChangeClassActivation', { classRoom: 'classRoomId' }, 'wholeSchool'),
    input: z.strictObject({ classRoomId: Id }),
    output: ClassRoom,
    writes: true,
    whileInactive: true,
  })

/** Changing a school's classes; reading them is in `classes`. */
export const classSettings = {
  formData: operation({
    path: 'ClassRoom/GetInitialData',
    access: staff(
      ['ViewClassesSettingList', 'AddClass', 'AddMultipleClasses', 'UpdateClass'],
      { school: 'schoolId' },
      'wholeSchool',
    ),
    input: z.strictObject({ schoolId: Id }),
    output: ClassFormData,
  }),

  add: operation({
    path: 'ClassRoom/AddClass',
    access: staff(['AddClass', 'AddMultipleClasses'], { school: 'schoolId' }, 'wholeSchool'),
    input: NewClass,
    output: ClassRoom,
    writes: true,
    whileInactive: true,
  }),

  addSeveral: operation({
    path: 'ClassRoom/AddClasses',
    access: staff('AddMultipleClasses', { school: 'items' }, 'wholeSchool'),
    input: several(NewClass),
    output: z.array(ClassRoom),
    writes: true,
    whileInactive: true,
  }),

  update: operation({
    path: 'ClassRoom/UpdateClass',
    access: staff('UpdateClass', { classRoom: 'id' }, 'wholeSchool'),
    input: ClassChange,
    output: ClassRoom,
    writes: true,
    whileInactive: true,
    equal: ['schoolId'],
  }),

  activate: switched('ClassRoom/ActivateClass'),
  deactivate: switched('ClassRoom/DeactivateClass'),
}
