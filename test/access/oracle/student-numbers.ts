import { supervises, teaches } from './exams.ts'
import { type Asked, badIds, type Line, one, refused, sorted } from './expected.ts'
import { openIn, reaches } from './places.ts'

/** A student's attendance and averages (decision 016), of the rows that his reader could list one by one. */
export const get: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'studentId!', 'yearId')
  if (bad) return bad
  const open = openIn(asked, ['ViewAttendanceList', 'ViewExams', 'ViewExamsSetting'])
  if (open.length === 0 && rights.children.length === 0) return refused.forbidden

  const student = graph.students.find(({ id }) => id === body.studentId)
  const isStaff = student && open.includes(student.school_id) && reaches(asked, student.class_room_id)
  const isParent = rights.children.some(({ student: { id } }) => id === body.studentId)
  if (!student || (!isStaff && !isParent)) return refused.notFound

  const years = yearsOf(asked, student.school_id)
  const year = body.yearId == null ? (years.find(isCurrent) ?? years[0]) : years.find(({ id }) => id === body.yearId)
  const may = (key: string) => isParent || rights.may(key, student.school_id)
  const isHis = (day: string) => isParent && (student.seat_ended_on === null || day <= student.seat_ended_on)
  const nothing = body.yearId != null && !year
  const answer = {
    studentId: student.id,
    yearId: year?.id ?? null,
    years: years.map(({ id, name }) => ({ id, name })),
    attendance: may('ViewAttendanceList')
      ? attendanceOf(
          graph.attendance_marks
            .filter(({ student_id }) => student_id === student.id && !nothing)
            .filter(({ class_room_id, date }) => (isStaff && reaches(asked, class_room_id)) || isHis(date))
            .filter(({ date }) => !year || (date >= year.from && (year.to === null || date <= year.to))),
        )
      : null,
    exams:
      may('ViewExams') || may('ViewExamsSetting')
        ? examsOf(asked, student.id, year?.id, (exam) => (isStaff && seesExam(asked, exam)) || isHis(exam.exam_date))
        : null,
  }
  return { status: 200, body: answer, ...(isStaff && { reads: student.id }) }
}

type Year = { id: string; name: string; active: boolean; completed: boolean; from: string; to: string | null }

const isCurrent = ({ active, completed }: Year) => active && !completed

/** Latest first. A year without days lasts from its making: here such years are of today. */
function yearsOf({ graph }: Asked, schoolId: string): Year[] {
  const years = graph.school_years
    .filter(({ school_id }) => school_id === schoolId)
    .map(({ id, name, active, completed }) => {
      const months = graph.school_year_months.filter(({ school_year_id }) => school_year_id === id)
      const starts = months.flatMap(({ start_date }) => start_date ?? []).sort()
      const ends = months.flatMap(({ end_date }) => end_date ?? []).sort()
      const from = starts[0] ?? graph.today[schoolId]!
      return { id, name, active, completed, from, to: completed ? ends.at(-1)! : null }
    })
  return years.sort((a, b) => (b.from + b.id < a.from + a.id ? -1 : 1))
}

type Mark = { date: string; state: string }

function figures(marks: Mark[]) {
  const count = (state: string) => marks.filter((mark) => mark.state === state).length
  const [present, late, absent, excused] = ['present', 'late', 'absent', 'excused'].map(count) as [
    number,
    number,
    number,
    number,
  ]
  const days = present + late + absent
  return { present, late, absent, excused, rate: days === 0 ? null : percent(present + late, days) }
}

const percent = (part: number, whole: number) => Math.round((10_000 * part) / whole) / 100

const attendanceOf = (marks: Mark[]) => ({
  ...figures(marks),
  months: [...new Set(marks.map(({ date }) => date.slice(0, 7)))]
    .sort()
    .map((month) => ({ month, ...figures(marks.filter(({ date }) => date.startsWith(month))) })),
})

type Exam = Asked['graph']['exams'][number]

const seesExam = (asked: Asked, { school_id, class_room_id, course_id }: Exam) =>
  ['ViewSchoolStudentsList', 'ViewExamsSetting'].some((key) => asked.rights.may(key, school_id)) ||
  supervises(asked, class_room_id) ||
  teaches(asked, class_room_id, course_id)

/** No rate header has the name of a month here, so every month counts alike. */
function examsOf({ graph }: Asked, studentId: string, yearId: string | undefined, sees: (exam: Exam) => boolean) {
  const marked = graph.student_exams
    .filter((row) => row.student_id === studentId && row.removed_at === null && row.total_result !== null)
    .map((row) => ({ ...row, exam: one(graph.exams, row.exam_id) }))
    .map((row) => ({ ...row, month: one(graph.school_year_months, row.exam.month_id) }))
    .filter(({ exam, month }) => exam.removed_at === null && month.school_year_id === yearId && sees(exam))
  const months = sorted([...new Set(marked.map(({ month }) => month))], ({ position, start_date, id }) => [
    String(position).padStart(3, '0'),
    start_date ?? '',
    id,
  ])
  const courses = sorted(
    [...new Set(marked.map(({ exam }) => exam.course_id))].map((id) => one(graph.courses, id)),
    ({ name, id }) => [{ name }, id],
  )
  return {
    months: months.map(({ id, name }) => ({ id, name, weight: null })),
    courses: courses.map(({ id, name }) => {
      const own = months.flatMap((month) => {
        const rows = marked.filter((row) => row.exam.course_id === id && row.month === month)
        const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
        const ratio = sum(rows.map((row) => row.total_result!)) / sum(rows.map(({ exam }) => exam.rate))
        return rows.length === 0 ? [] : [{ month, rows, ratio }]
      })
      return {
        courseId: id,
        courseName: name,
        average: percent(
          own.reduce((all, { ratio }) => all + ratio, 0),
          own.length,
        ),
        weighted: false,
        months: own.map(({ month, rows, ratio }) => ({
          monthId: month.id,
          average: percent(ratio, 1),
          exams: rows.length,
          missed: rows.filter(({ is_attend }) => is_attend === false).length,
        })),
      }
    }),
  }
}
