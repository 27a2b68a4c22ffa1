import type { FastifyInstance } from 'fastify'
import type { Operation } from '#contract/language/operation.ts'
import { mustBeWellDeclared } from './call/declared.ts'
import type { Domain } from './call/implement.ts'
import { serve, type Served } from './call/serve.ts'
import type { Provided } from './start/provided.ts'
import { activityOperations } from './activities/activities.ts'
import { attendanceOperations } from './attendance/attendance.ts'
import { classMoveOperations } from './class-moves/class-moves.ts'
import { classOperations } from './classes/classes.ts'
import { contactOperations } from './contacts/contacts.ts'
import { courseOperations } from './courses/courses.ts'
import { examOperations } from './exams/exams.ts'
import { gradeOperations } from './grades/grades.ts'
import { homeOperations } from './home/home.ts'
import { platformHomeOperations } from './home/platform-home.ts'
import { homeworkOperations } from './homework/homework.ts'
import { identityOperations } from './identity/identity.ts'
import { importOperations } from './imports/imports.ts'
import { inboxOperations } from './inbox/inbox.ts'
import { jobOperations } from './jobs/jobs.ts'
import { languageOperations } from './languages/languages.ts'
import { noteOperations } from './notes/notes.ts'
import { parentOperations } from './parents/parents.ts'
import { paymentOperations } from './payments/payments.ts'
import { pushOperations } from './push/push.ts'
import { referenceOperations } from './reference/reference.ts'
import { roleOperations } from './roles/roles.ts'
import { schoolOperations } from './schools/schools.ts'
import { searchOperations } from './search/search.ts'
import { studentNumberOperations } from './student-numbers/student-numbers.ts'
import { studentOperations } from './students/students.ts'
import { teacherOperations } from './teachers/teachers.ts'
import { todayOperations } from './today/today.ts'
import { yearOperations } from './years/years.ts'

/** Every domain of the product. */
const domains: Domain<Provided>[] = [
  identityOperations,
  schoolOperations,
  contactOperations,
  languageOperations,
  referenceOperations,
  gradeOperations,
  courseOperations,
  classOperations,
  classMoveOperations,
  studentOperations,
  parentOperations,
  importOperations,
  jobOperations,
  attendanceOperations,
  teacherOperations,
  homeworkOperations,
  examOperations,
  activityOperations,
  noteOperations,
  studentNumberOperations,
  yearOperations,
  paymentOperations,
  roleOperations,
  todayOperations,
  homeOperations,
  searchOperations,
  platformHomeOperations,
  inboxOperations,
  pushOperations,
].flat()

/** Every operation of the domains, in their order. */
export const operations: Operation[] = domains.flatMap(({ contract }) => Object.values(contract))

export function serveOperations(app: FastifyInstance, served: Served, provided: Provided) {
  mustBeWellDeclared(operations)
  for (const domain of domains) serve(app, served, domain, provided)
}
