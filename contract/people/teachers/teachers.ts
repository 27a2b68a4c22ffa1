import * as z from 'zod/mini'
import { alsoWithProvider, self, staff } from '#contract/language/access.ts'
import { Id, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { ignoring, roundTrip, wireNames } from '#contract/language/wire-names.ts'

const text = z.nullable(z.string())

const person = {
  userName: text,
  firstName: z.string(),
  middleName: text,
  lastName: z.string(),
  phoneNumber: text,
  email: text,
  imageUrl: text,
  /** The number of the teacher's courses in that school. */
  coursesCount: z.number(),
  /** Whether the person has not agreed yet. Until then, the school sees only their user name, first name and last name. */
  waiting: z.boolean(),
}

/** A teacher of one school. */
export const Teacher = wireNames(z.object({ id: z.string(), ...person }), { middleName: 'middelName' })

/** The link between a person and a school in which they teach. */
export const SchoolTeacher = wireNames(z.object({ teacherId: z.string(), schoolId: z.string(), ...person }), {
  teacherId: ['id', 'teacherId'],
  middleName: 'middelName',
})

export const TeacherSchool = z.object({ id: z.string(), name: z.string(), imageUrl: text })

const link = { teacherId: Id, schoolId: Id }

export const teachers = {
  list: operation({
    path: 'SchoolTeacher/GetSchoolTeachers',
    access: staff('ViewTeachersList', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(Teacher),
    paging: 'whole',
  }),

  link: operation({
    path: 'SchoolTeacher/AddSchoolTeacher',
    access: staff('LinkTeacherToSchool', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject(link),
    output: SchoolTeacher,
    writes: true,
  }),

  confirm: operation({
    path: 'SchoolTeacher/UpdateSchoolTeacher',
    access: staff('LinkTeacherToSchool', { school: 'schoolId' }, 'wholeSchool'),
    input: roundTrip(wireNames(z.strictObject(link), { teacherId: ['teacherId', 'id'] }), SchoolTeacher),
    output: SchoolTeacher,
    writes: true,
  }),

  unlink: operation({
    path: 'SchoolTeacher/RemoveTeacherFromSchool',
    access: staff('UnlinkTeacherToSchool', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject(link),
    output: Done,
    writes: true,
  }),

  mySchools: operation({
    path: 'SchoolTeacher/GetTeacherSchools',
    access: alsoWithProvider(self),
    input: ignoring(z.strictObject(paging), ['teacherId']),
    output: z.array(TeacherSchool),
    paging: 'whole',
  }),
}
