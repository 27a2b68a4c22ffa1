import { type Asked, badIds, type Expected, type Line, one, refused } from './expected.ts'
import { unfit } from './class-work.ts'
import { type Exam, examOf, rowOf, sees } from './exams.ts'
import { openIn, staffOnly } from './places.ts'

const final = { status: 409, sentence: 'A completed year cannot be changed' }

type Sent = { classRoomId: string; courseId: string; monthId: string; studentsIds?: string[] } & Record<string, unknown>

const badExam = (body: Record<string, unknown>) =>
  badIds(body, 'classRoomId!', 'courseId!', 'monthId!') ??
  ((body.studentsIds ?? []) as string[]).map((id) => badIds({ id }, 'id!')).find(Boolean) ??
  null

const isOf = (rows: { id: string; school_id: string }[], id: unknown, schoolId: string) =>
  rows.some((row) => row.id === id && row.school_id === schoolId)

function monthRefused({ graph }: Asked, monthId: string): Expected | null {
  const month = one(graph.school_year_months, monthId)
  if (one(graph.school_years, month.school_year_id).completed) return final
  return month.is_active ? null : { status: 409, sentence: 'This month is not active' }
}

/** What a new exam of a visible class is refused for, or what it holds. */
function stored(asked: Asked, sent: Sent): Expected | { row: Record<string, unknown> } {
  const { graph, who } = asked
  const classRoom = one(graph.class_rooms, sent.classRoomId)
  const isHere = (rows: { id: string; school_id: string }[], id: string) => isOf(rows, id, classRoom.school_id)
  if (!isHere(graph.courses, sent.courseId) || !isHere(graph.school_year_months, sent.monthId)) return refused.notFound
  const refusal = unfit(asked, classRoom.id, sent.courseId, sent.studentsIds ?? []) ?? monthRefused(asked, sent.monthId)
  if (refusal) return refusal
  if (!classRoom.active) return { status: 409, sentence: 'This class is not active' }
  const exam = {
    id: '',
    school_id: classRoom.school_id,
    exam_date: sent.examDate as string,
    details: null,
    month_id: sent.monthId,
    class_room_id: classRoom.id,
    supervisor_id: who!,
    course_id: sent.courseId,
    rate: sent.rate as number,
    created_at: '',
    modified_at: '',
    removed_at: null,
    version: 1,
  }
  const { id: _, createDate: __, lastModifyDate: ___, ...row } = rowOf(graph, exam)
  return { row }
}

const notActive = ({ graph }: Asked, classRoomId: string) =>
  one(graph.schools, one(graph.class_rooms, classRoomId).school_id).active ? null : refused.notActive

export const add: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const { classRoomId } = body as Sent
  const refusal =
    badExam(body) ?? staffOnly(asked, ['AddExam', 'AddMultipleExams'], { classRoomId }) ?? notActive(asked, classRoomId)
  if (refusal) return refusal
  const made = stored(asked, body as Sent)
  return 'row' in made ? { status: 200, body: null, holds: made.row } : made
}

/** Every class is visible, and all are of one school. */
export const addSeveral: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const items = body.items as Sent[]
  const visible = ({ classRoomId }: Sent) => staffOnly(asked, ['AddMultipleExams'], { classRoomId })
  const refusal = items.map(badExam).find(Boolean) ?? items.map(visible).find(Boolean)
  if (refusal) return refusal
  if (new Set(items.map(({ classRoomId }) => one(graph.class_rooms, classRoomId).school_id)).size > 1)
    return refused.notFound
  const made = items.map((item) => notActive(asked, item.classRoomId) ?? stored(asked, item))
  const refusals = made.filter((one) => !('row' in one))
  if (refusals.length > 0) return refusals[0] as Expected
  return { status: 200, body: null, holds: made.map((one) => (one as { row: Record<string, unknown> }).row) }
}

/** The exam itself, to who may change it; or the refusal. */
function changeable(asked: Asked, id: unknown): Exam | Expected {
  const open = openIn(asked, ['UpdateExam'])
  if (open.length === 0) return refused.forbidden
  const exam = examOf(asked, id)
  if (!exam || !open.includes(exam.school_id) || !sees(asked, exam, ['ViewSchoolStudentsList'])) return refused.notFound
  return one(asked.graph.schools, exam.school_id).active ? exam : refused.notActive
}

const isCompleted = ({ graph }: Asked, { month_id }: Exam) =>
  one(graph.school_years, one(graph.school_year_months, month_id).school_year_id).completed

export const update: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const { courseId, monthId, studentsIds } = body as Partial<Sent>
  const bad =
    badIds(body, 'id!', 'courseId', 'monthId', 'classRoomId') ??
    (studentsIds ?? []).map((id) => badIds({ id }, 'id!')).find(Boolean)
  if (bad) return bad
  const exam = changeable(asked, body.id)
  if ('status' in exam) return exam
  if (courseId != null && !isOf(graph.courses, courseId, exam.school_id)) return refused.notFound
  if (monthId != null && !isOf(graph.school_year_months, monthId, exam.school_id)) return refused.notFound
  if (body.classRoomId != null && body.classRoomId !== exam.class_room_id) return refused.invalid
  const unfitting = unfit(asked, exam.class_room_id, courseId, studentsIds ?? [])
  if (unfitting) return unfitting
  if (isCompleted(asked, exam)) return final
  const closed = monthId != null && monthId !== exam.month_id ? monthRefused(asked, monthId) : null
  if (closed) return closed

  const after = { ...exam, course_id: courseId ?? exam.course_id, month_id: monthId ?? exam.month_id }
  const differs = JSON.stringify(after) !== JSON.stringify(exam) || changesStudents(asked, exam, studentsIds)
  const { lastModifyDate: _, ...holds } = rowOf(graph, { ...after, version: exam.version + +differs })
  return { status: 200, body: null, holds }
}

function changesStudents({ graph }: Asked, { id }: Exam, studentsIds: string[] | undefined) {
  const now = graph.student_exams.filter((row) => row.exam_id === id && row.removed_at === null)
  return studentsIds !== undefined && (now.length !== 1 || now[0]!.student_id !== studentsIds[0])
}

export const remove: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'examId!')
  if (bad) return bad
  const exam = changeable(asked, body.examId)
  if ('status' in exam) return exam
  if (isCompleted(asked, exam)) return final
  const results = graph.student_exams.filter((row) => row.exam_id === exam.id && row.removed_at === null)
  return { status: 200, body: { done: true, changed: results.length + 1 } }
}
