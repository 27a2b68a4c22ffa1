import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'
import { type Body, shown } from './body.ts'
import { contactType, language, pendingGrade, schoolType } from '#test/world/spare/list-rows.ts'
import { setsUpClasses } from './people.ts'

const { nile, delta, pending, closed, deputy, teacher } = world

/** The objects that ids of a school's own settings can name, from near to far. */
export const thingsOfSchools = {
  grade: { grade4: world.grade4.id, grade5: world.grade5.id, deltaGrade1: world.deltaGrade1.id },
  course: { arabic: world.arabic.id, english: world.english.id, deltaArabic: world.deltaArabic.id },
  contact: {
    phone: idOf('contact', nile.id, 'phone'),
    fax: idOf('contact', nile.id, 'fax'),
    deltaPhone: idOf('contact', delta.id, 'phone'),
  },
  language,
  schoolType,
  contactType,
}

/** Objects of inactive schools. */
export const fartherOfSchools: Record<string, Record<string, string>> = {
  grade: { closedGrade: world.closedGrade.id },
  course: { closedArabic: world.closedArabic.id },
  contact: {
    email: idOf('contact', nile.id, 'e-mail'),
    mobile: idOf('contact', nile.id, 'mobile'),
    address: idOf('contact', nile.id, 'address'),
    pendingMobile: idOf('contact', pending.id, 'mobile'),
    closedPhone: idOf('contact', closed.id, 'phone'),
  },
}

export const kindsOfSchools = {
  gradeId: 'grade',
  courseId: 'course',
  schoolContactId: 'contact',
  schoolContactTypeId: 'contactType',
  languageId: 'language',
  languageID: 'language',
  schoolTypeId: 'schoolType',
}

const classRoom = { name: 'a class', maxOfStudents: 20, gender: 3 }
const course = { name: 'a course', description: 'what it is about' }

const twoSchools = (one: object, other: object) =>
  shown('of two schools', {
    items: [
      { ...one, schoolId: nile.id },
      { ...other, schoolId: delta.id },
    ],
  })
const used = { grade: world.deltaGrade1.id, languageId: language.unused }
const beforeActive = { gradeId: pendingGrade, languageId: language.unused }

export const moreOfSchools: Record<string, Body[]> = {
  'api/School/UpdateSchool': [
    shown('schoolAdminId a manager', { id: nile.id, schoolAdminId: deputy.id }),
    shown('schoolAdminId a teacher', { id: nile.id, schoolAdminId: teacher.id }),
  ],
  'ClassRoom/UpdateClass': [
    shown('supervisorId the teacher who sets up classes', { id: world.class4a.id, supervisorId: setsUpClasses }),
    shown('active false', { id: world.class4a.id, active: false }),
    shown('active true', { id: world.class4a.id, active: true }),
  ],
  'ClassRoom/AddClass': [
    shown('supervisorId the teacher who sets up classes', {
      ...classRoom,
      schoolId: nile.id,
      gradeId: world.grade4.id,
      languageId: language.unused,
      supervisorId: setsUpClasses,
    }),
    shown('at the pending school', { ...classRoom, schoolId: pending.id, ...beforeActive }),
  ],
  'SchoolLanguage/AssignLanguage': [
    shown('spare at delta', { schoolId: delta.id, languageID: language.spare }),
    shown('spare at pending', { schoolId: pending.id, languageID: language.spare }),
    shown('spare at closed', { schoolId: closed.id, languageID: language.spare }),
  ],
  'Grade/AddGrades': [twoSchools({ name: 'here' }, { name: 'there' })],
  'SchoolCources/AddCourses': [
    twoSchools({ ...course, languageId: used.languageId }, { ...course, languageId: used.languageId }),
  ],
  'ClassRoom/AddClasses': [
    shown('at the pending school', { items: [{ ...classRoom, schoolId: pending.id, ...beforeActive }] }),
    twoSchools(
      { ...classRoom, gradeId: world.grade4.id, languageId: used.languageId },
      { ...classRoom, gradeId: used.grade, languageId: used.languageId },
    ),
  ],
}
