import { broughtMarks } from '#contract/results/brought/brought.ts'
import { implement } from '#server/call/implement.ts'
import { taughtTo } from '#server/results/results/student-results.queries.ts'
import { broughtMarksOf } from './brought.queries.ts'

export const broughtMarkOperations = implement(broughtMarks, {
  /**
   * Like closed results: parents, the supervisor of the class and staff of the whole school read everything, other teachers the courses that they
   * teach in the class, without the total. Parents do not read who brought a file of the school.
   */
  async student({ db, school, reach, input: { studentId }, readsStudent }) {
    readsStudent(studentId)
    const all = await broughtMarksOf(db, school.id, studentId)
    if (reach.of === 'school') return all
    const ofParent = all.map((one) => ({ ...one, fileName: null, broughtByName: null }))
    if (reach.of !== 'classes' || reach.childIds?.includes(studentId)) return ofParent
    const { supervises, courseIds } = await taughtTo(db, { schoolId: school.id, studentId, personId: reach.personId })
    return supervises ? all : all.filter(({ courseId }) => courseId !== null && courseIds.includes(courseId))
  },
})
