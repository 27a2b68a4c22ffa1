import { students } from '#contract/students/students.ts'
import { implement } from '#server/call/implement.ts'
import { leavingOperations } from './leavings.ts'
import { seenBy } from './seen.ts'
import { severalStudentOperations } from './several-students.ts'
import { rollOf } from './students.queries.ts'
import { studentRecordOperations } from './student-records.ts'

const classRoll = implement(students, {
  ofClass: ({ db, school, reach, may, input: { classRoomId, day }, page }) =>
    rollOf(db, { schoolId: school.id, classRoomId, day, reach, sees: seenBy(reach, may) }, page),
})

export const studentOperations = [classRoll, studentRecordOperations, severalStudentOperations, leavingOperations]
