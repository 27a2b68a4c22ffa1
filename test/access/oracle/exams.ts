import { type Asked, badIds, choices, fullName, type Line, one, page, refused, sorted } from './expected.ts'
import { inSchoolOf, openIn, reaches } from './places.ts'

export type Exam = Asked['graph']['exams'][number]

const reading = ['ViewExams', 'ViewExamsSetting']

export const weekDayOf = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })

export const rowOf = (graph: Asked['graph'], exam: Exam) => ({
  id: exam.id,
  examDate: exam.exam_date,
  weekDay: weekDayOf(exam.exam_date),
  examDetails: exam.details ?? '',
  monthId: exam.month_id,
  month: one(graph.school_year_months, exam.month_id).name,
  classRoomId: exam.class_room_id,
  classRoom: one(graph.class_rooms, exam.class_room_id).name,
  supervisorId: exam.supervisor_id,
  supervisorName: fullName(one(graph.users, exam.supervisor_id)),
  courseId: exam.course_id,
  courseName: one(graph.courses, exam.course_id).name,
  rate: exam.rate,
  createDate: exam.created_at,
  lastModifyDate: exam.modified_at,
  version: exam.version,
})

/** What is removed is nowhere. */
export const examOf = ({ graph }: Asked, id: unknown) =>
  graph.exams.find((exam) => exam.id === id && exam.removed_at === null)

export const supervises = ({ graph, who }: Asked, classRoomId: string) =>
  one(graph.class_rooms, classRoomId).supervisor_id === who

export const teaches = ({ graph, who }: Asked, classRoomId: string, courseId: unknown) =>
  graph.class_teacher_courses.some(
    (link) => link.teacher_id === who && link.class_room_id === classRoomId && link.course_id === courseId,
  )

/** A teacher's is the work in what he teaches in a class; all of it are the supervisor's and of who sees the school. */
export const sees = (
  asked: Asked,
  { school_id, class_room_id, course_id }: Pick<Exam, 'school_id' | 'class_room_id' | 'course_id'>,
  wideners: string[],
) =>
  wideners.some((key) => asked.rights.may(key, school_id)) ||
  supervises(asked, class_room_id) ||
  teaches(asked, class_room_id, course_id)

const everyExam = ['ViewSchoolStudentsList', 'ViewExamsSetting']

/** A child of his has a row in it, and its seat had not ended that day. */
const concernsChild = ({ graph, rights }: Asked, exam: Exam) =>
  rights.children.some(
    ({ student }) =>
      (student.seat_ended_on === null || exam.exam_date <= student.seat_ended_on) &&
      graph.student_exams.some(
        (row) => row.exam_id === exam.id && row.student_id === student.id && row.removed_at === null,
      ),
  )

export const get: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'examId!')
  if (bad) return bad
  const open = openIn(asked, reading)
  if (open.length === 0 && rights.children.length === 0) return refused.forbidden
  const exam = examOf(asked, body.examId)
  const visible =
    exam && ((open.includes(exam.school_id) && sees(asked, exam, everyExam)) || concernsChild(asked, exam))
  return visible ? { status: 200, body: rowOf(graph, exam) } : refused.notFound
}

export const list: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const months = body.months as string[] | undefined
  const bad =
    (months ?? []).map((id) => badIds({ id }, 'id!')).find(Boolean) ??
    badIds(body, 'classRoomId', 'supervisorId', 'courseId', 'schoolId')
  if (bad) return bad
  const open = openIn(asked, reading)
  if (open.length === 0 && rights.children.length === 0) return refused.forbidden

  const { classRoomId, schoolId } = body
  const named = classRoomId != null || schoolId != null
  const asStaff = named ? staffPlace(asked, open) : open
  if (asStaff === 'contradiction') return refused.invalid
  const children = rights.children.filter(({ student }) => schoolId == null || student.school_id === schoolId)
  if (named && asStaff.length === 0 && children.length === 0) return refused.notFound

  const rows = graph.exams
    .filter((exam) => exam.removed_at === null)
    .filter((exam) => (asStaff.includes(exam.school_id) && sees(asked, exam, everyExam)) || concernsChild(asked, exam))
    .filter(({ month_id }) => months == null || months.includes(month_id))
    .filter(({ class_room_id }) => classRoomId == null || class_room_id === classRoomId)
    .filter(({ supervisor_id }) => body.supervisorId == null || supervisor_id === body.supervisorId)
    .filter(({ course_id }) => body.courseId == null || course_id === body.courseId)
    .filter(({ school_id }) => schoolId == null || school_id === schoolId)
  return page(
    sorted(rows, ({ exam_date, created_at, id }) => [{ latest: exam_date }, { latest: created_at }, id]),
    body,
    'paged',
    (exam) => rowOf(graph, exam),
  )
}

/** The school that a class or school named stands for, if its staff sees both. */
function staffPlace(asked: Asked, open: string[]): string[] | 'contradiction' {
  const { graph, body } = asked
  const schools = new Set<string>()
  if (body.classRoomId != null) {
    const classRoom = graph.class_rooms.find(({ id }) => id === body.classRoomId)
    if (!classRoom || !open.includes(classRoom.school_id) || !reaches(asked, classRoom.id, everyExam)) return []
    schools.add(classRoom.school_id)
  }
  if (body.schoolId != null) {
    if (!open.includes(body.schoolId as string)) return []
    schools.add(body.schoolId as string)
  }
  return schools.size > 1 ? 'contradiction' : [...schools]
}

export const formData: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const keys = ['AddExam', 'AddMultipleExams', 'UpdateExam', ...reading]
  const schoolId = body.schoolId as string
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, keys, schoolId)
  if (refusal) return refusal
  const ofSchool = <T extends { school_id: string }>(rows: T[]) =>
    rows.filter(({ school_id }) => school_id === schoolId)
  const classes = ofSchool(graph.class_rooms)
  const taught = ofSchool(graph.class_teacher_courses).filter(({ teacher_id }) => teacher_id === who)
  const isTeacher = ofSchool(graph.school_teachers).some(({ teacher_id }) => teacher_id === who)
  const unbound =
    !isTeacher ||
    rights.may('ViewSchoolStudentsList', schoolId) ||
    classes.some(({ supervisor_id }) => supervisor_id === who)
  const people = new Set([
    ...ofSchool(graph.school_teachers).map(({ teacher_id }) => teacher_id),
    ...classes.flatMap(({ supervisor_id }) => supervisor_id ?? []),
  ])
  const current = ofSchool(graph.school_years).find(({ active, completed }) => active && !completed)
  const months = graph.school_year_months.filter((month) => month.is_active && month.school_year_id === current?.id)
  return {
    status: 200,
    body: {
      supervisors: choices([...people].map((id) => ({ id, name: fullName(one(graph.users, id)) }))),
      classRooms: choices(classes.filter(({ id }) => reaches(asked, id))),
      courses: choices(
        ofSchool(graph.courses).filter(({ id }) => unbound || taught.some(({ course_id }) => course_id === id)),
      ),
      coursesMonthes: sorted(months, ({ position, id }) => [String(position).padStart(3, '0'), id]).map(
        ({ id, name }) => ({ id, value: id, name, label: name }),
      ),
    },
  }
}
