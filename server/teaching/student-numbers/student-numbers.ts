import { studentNumbers } from '#contract/teaching/student-numbers/student-numbers.ts'
import { type Reach, wholeSchool } from '#server/db/reach.ts'
import { implement } from '#server/call/implement.ts'
import { attendanceNumbers, courseAverages, monthsWith } from './averages.ts'
import { yearDaysOf } from '#server/school/years/year-days.queries.ts'
import { attendanceByMonth, examSums } from './student-numbers.queries.ts'

export const studentNumberOperations = implement(studentNumbers, {
  async get({ db, school, reach, may, input: { studentId, yearId }, readsStudent }) {
    readsStudent(studentId)
    const years = await yearDaysOf(db, school.id)
    const year = years.find(({ id }) => id === yearId) ?? (yearId ? undefined : (years.find(isCurrent) ?? years[0]))
    // A year named that the school does not have narrows to nothing.
    const nothing = yearId != null && !year
    const of = { studentId, schoolId: school.id, year: year ?? null }
    const asParent = reach.of === 'children' || (reach.of === 'classes' && reach.childIds !== undefined)
    const examReach: Reach = may('ViewExamsSetting') ? wholeSchool : reach
    const seesExams = asParent || may('ViewExams') || may('ViewExamsSetting')

    const sums = seesExams && year ? await examSums(db, { ...of, year, reach: examReach }) : []
    return {
      studentId,
      yearId: year?.id ?? null,
      years: years.map(({ id, name }) => ({ id, name })),
      attendance:
        asParent || may('ViewAttendanceList')
          ? attendanceNumbers(nothing ? [] : await attendanceByMonth(db, { ...of, reach }))
          : null,
      exams: seesExams ? { months: monthsWith(sums), courses: courseAverages(sums) } : null,
    }
  },
})

const isCurrent = ({ current }: { current: boolean }) => current
