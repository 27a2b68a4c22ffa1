import { students } from '#contract/students.ts'
import { implement } from '#server/serve.ts'
import { rollOf } from './students.queries.ts'

export const studentOperations = implement(students, {
  ofClass({ db, school, reach, may, input: { classRoomId }, page }) {
    const seesBirthDate = may('UpdateStudentInfo') || may('AssignStudentToSchool')
    return rollOf(db, { schoolId: school.id, classRoomId, reach, seesBirthDate }, page)
  },
})
