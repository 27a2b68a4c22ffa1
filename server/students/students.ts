import { students } from '#contract/students/students.ts'
import { implement } from '#server/call/serve.ts'
import { seenBy } from './seen.ts'
import { rollOf } from './students.queries.ts'

export const studentOperations = implement(students, {
  ofClass: ({ db, school, reach, may, input: { classRoomId }, page }) =>
    rollOf(db, { schoolId: school.id, classRoomId, reach, sees: seenBy(reach, may) }, page),
})
