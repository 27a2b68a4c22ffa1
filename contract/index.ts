import { activities } from '#contract/activities/activities.ts'
import { attendance } from '#contract/attendance/attendance.ts'
import { classes } from '#contract/classes/classes.ts'
import { classMoves } from '#contract/class-moves/class-moves.ts'
import { classSettings } from '#contract/classes/class-settings.ts'
import { contacts } from '#contract/contacts/contacts.ts'
import { courses } from '#contract/courses/courses.ts'
import { exams } from '#contract/exams/exams.ts'
import { grades } from '#contract/grades/grades.ts'
import { homework } from '#contract/homework/homework.ts'
import { identity } from '#contract/identity/identity.ts'
import { inbox } from '#contract/inbox/inbox.ts'
import { imports } from '#contract/imports/imports.ts'
import { invitations } from '#contract/parents/invitations.ts'
import { languages } from '#contract/languages/languages.ts'
import { months } from '#contract/years/months.ts'
import { notes } from '#contract/notes/notes.ts'
import { noticePreferences } from '#contract/push/notice-preferences.ts'
import type { Operation } from '#contract/language/operation.ts'
import { parents } from '#contract/parents/parents.ts'
import { paymentRequests, payments } from '#contract/payments/payments.ts'
import { platformSchools } from '#contract/schools/platform-schools.ts'
import { push } from '#contract/push/push.ts'
import { reference } from '#contract/reference/reference.ts'
import {
  coinTypeList,
  contactTypeList,
  languageList,
  paymentTypeList,
  relationList,
  schoolTypeList,
} from '#contract/reference/reference-lists.ts'
import { rateHeaders } from '#contract/exams/rate-headers.ts'
import { registration } from '#contract/identity/registration.ts'
import { schoolSettings } from '#contract/schools/school-settings.ts'
import { permissionList, rolePermissions, roles } from '#contract/roles/roles.ts'
import { schools } from '#contract/schools/schools.ts'
import { studentActivities } from '#contract/activities/student-activities.ts'
import { studentExams } from '#contract/exams/student-exams.ts'
import { studentHomework } from '#contract/homework/student-homework.ts'
import { studentNumbers } from '#contract/student-numbers/student-numbers.ts'
import { studentParents } from '#contract/parents/student-parents.ts'
import { studentRecords } from '#contract/students/student-records.ts'
import { students } from '#contract/students/students.ts'
import { teachers } from '#contract/teachers/teachers.ts'
import { classTeaching, teacherCourses } from '#contract/teachers/teaching.ts'
import { today } from '#contract/today/today.ts'
import { userPermissions } from '#contract/roles/user-permissions.ts'
import { userRoles } from '#contract/roles/user-roles.ts'
import { users } from '#contract/identity/users.ts'
import { why } from '#contract/roles/why.ts'
import { years } from '#contract/years/years.ts'

/** Every domain, one line each; a list where families of operations have names alike. */
export const contract = {
  identity: { ...identity, ...registration, ...users },
  schools: { ...schools, ...schoolSettings, ...platformSchools },
  contacts,
  languages,
  reference: [reference, languageList, relationList, schoolTypeList, contactTypeList, coinTypeList, paymentTypeList],
  grades,
  courses,
  classes: [{ ...classes, ...classSettings }, classMoves],
  students: [students, studentRecords],
  parents: [parents, studentParents, invitations],
  imports,
  attendance,
  teachers: [teachers, teacherCourses, classTeaching],
  homework: [homework, studentHomework],
  exams: [exams, studentExams, rateHeaders],
  activities: [activities, studentActivities],
  notes,
  'student-numbers': studentNumbers,
  years: [years, months],
  payments: [paymentRequests, payments],
  roles: [permissionList, roles, rolePermissions, userRoles, userPermissions, why],
  today,
  inbox,
  push: [push, noticePreferences],
}

/** Every operation served, in the order of the domains. */
export const operations: Operation[] = Object.values(contract)
  .flat()
  .flatMap((family) => Object.values<Operation>(family))
