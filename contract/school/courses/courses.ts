import * as z from 'zod/mini'
import { member, memberOrParent, staff } from '#contract/language/access.ts'
import { BaseVersion, Id, kept, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { several } from '#contract/language/several.ts'
import { roundTrip } from '#contract/language/wire-names.ts'
import { NameOf } from '#contract/language/names.ts'

/** A course of one school, taught in one of its languages. */
export const Course = z.object({
  id: z.string(),
  name: z.string(),
  /** For papers in English, if the name is not. */
  nameEn: z.nullable(z.string()),
  description: z.string(),
  languageId: z.string(),
  languageName: z.string(),
  schoolId: z.string(),
  schoolName: z.string(),
  version: z.number(),
})

const Name = NameOf(3, 100)
const Description = Text(3, 2000, { lines: true })

const NameEn = optional(NameOf(1, 100))

export const NewCourse = z.strictObject({
  schoolId: Id,
  languageId: Id,
  name: Name,
  nameEn: NameEn,
  description: Description,
})

export const CourseChange = roundTrip(
  z.strictObject({
    id: Id,
    name: kept(Name),
    nameEn: NameEn,
    description: kept(Description),
    languageId: kept(Id),
    schoolId: optional(Id),
    baseVersion: BaseVersion,
  }),
  Course,
)

export const courses = {
  list: operation({
    path: 'SchoolCources/GetSchoolCources',
    access: memberOrParent({ school: 'schoolId' }),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(Course),
    paging: 'whole',
  }),

  ofLanguage: operation({
    path: 'SchoolCources/GetSchoolLanguageCources',
    access: member({ school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, languageId: Id, ...paging }),
    output: z.array(Course),
    paging: 'whole',
  }),

  get: operation({
    path: 'SchoolCources/GetSchoolCourceById',
    access: memberOrParent({ course: 'courseId' }),
    input: z.strictObject({ courseId: Id }),
    output: Course,
  }),

  add: operation({
    path: 'SchoolCources/AddCourse',
    access: staff(['AddCourse', 'AddMultipleCourses'], { school: 'schoolId' }, 'wholeSchool'),
    input: NewCourse,
    output: Course,
    writes: true,
    whileInactive: true,
  }),

  addSeveral: operation({
    path: 'SchoolCources/AddCourses',
    access: staff('AddMultipleCourses', { school: 'items' }, 'wholeSchool'),
    input: several(NewCourse),
    output: z.array(Course),
    writes: true,
    whileInactive: true,
  }),

  update: operation({
    path: 'SchoolCources/UpdateCourse',
    access: staff('UpdateCourse', { course: 'id' }, 'wholeSchool'),
    input: CourseChange,
    output: Course,
    writes: true,
    whileInactive: true,
    equal: ['schoolId'],
  }),
}
