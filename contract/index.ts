import { activities } from './activities.ts'
import { attendance } from './attendance.ts'
import { classes } from './classes.ts'
import { classMoves } from './class-moves.ts'
import { classSettings } from './class-settings.ts'
import { contacts } from './contacts.ts'
import { courses } from './courses.ts'
import { exams } from './exams.ts'
import { grades } from './grades.ts'
import { homework } from './homework.ts'
import { identity } from './identity.ts'
import { inbox } from './inbox.ts'
import { imports } from './imports.ts'
import { invitations } from './invitations.ts'
import { languages } from './languages.ts'
import { months } from './months.ts'
import { notes } from './notes.ts'
import { noticePreferences } from './notice-preferences.ts'
import type { Operation } from './operation.ts'
import { parents } from './parents.ts'
import { paymentRequests, payments } from './payments.ts'
import { platformSchools } from './platform-schools.ts'
import { push } from './push.ts'
import { reference } from './reference.ts'
import {
  coinTypeList,
  contactTypeList,
  languageList,
  paymentTypeList,
  relationList,
  schoolTypeList,
} from './reference-lists.ts'
import { rateHeaders } from './rate-headers.ts'
import { registration } from './registration.ts'
import { schoolSettings } from './school-settings.ts'
import { permissionList, rolePermissions, roles } from './roles.ts'
import { schools } from './schools.ts'
import { studentActivities } from './student-activities.ts'
import { studentExams } from './student-exams.ts'
import { studentHomework } from './student-homework.ts'
import { studentNumbers } from './student-numbers.ts'
import { studentParents } from './student-parents.ts'
import { studentRecords } from './student-records.ts'
import { students } from './students.ts'
import { teachers } from './teachers.ts'
import { classTeaching, teacherCourses } from './teaching.ts'
import { today } from './today.ts'
import { userPermissions } from './user-permissions.ts'
import { userRoles } from './user-roles.ts'
import { users } from './users.ts'
import { why } from './why.ts'
import { years } from './years.ts'

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
