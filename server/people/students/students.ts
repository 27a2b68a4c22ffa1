import type { Permission } from '#contract/language/permissions.ts'
import { students } from '#contract/people/students/students.ts'
import type { Reach } from '#server/db/reach.ts'
import { implement } from '#server/call/implement.ts'
import { leavingOperations } from './leavings.ts'
import { seenBy } from './seen.rules.ts'
import { severalStudentOperations } from './several-students.ts'
import { rollOf, type Sees } from './students.queries.ts'
import { studentRecordOperations } from './student-records.ts'

const classRoll = implement(students, {
  ofClass: ({ db, school, reach, may, input: { classRoomId, day }, page }) =>
    rollOf(db, { schoolId: school.id, classRoomId, day, reach, sees: seenOf(reach, may, day) }, page),
})

/** The list of a day also contains students of other classes. Of these, people with class reach see only what a register shows. */
const seenOf = (reach: Reach, may: (key: Permission) => boolean, day: string | null | undefined): Sees =>
  day && reach.of !== 'school' ? { office: false, birthDate: false, leaving: false } : seenBy(reach, may)

export const studentOperations = [classRoll, studentRecordOperations, severalStudentOperations, leavingOperations]
