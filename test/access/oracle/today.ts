import { now } from '#test/clock.ts'
import { type Asked, fullName, type Line, one, refused, sorted } from './expected.ts'

type Graph = Asked['graph']
type Row = { id: string; courseName: string | null; date: string }

const lists = ['homework', 'exams', 'marks', 'notes'] as const

/** A parent's own children, by name; in every list their own rows alone, none of them after the end of the seat. */
export const today: Line = ({ graph, who, rights }) => {
  if (!who) return refused.signedOut
  if (!rights.appKeys.includes('ViewChildernsList')) return refused.forbidden

  const children = sorted(
    rights.children.map(({ student, relationId }) => ({ student, relationId, name: fullName(student) })),
    ({ name, student }) => [{ name }, student.id],
  ).map(({ student, relationId, name }) => ({
    head: headOf(graph, who, student, relationId, name),
    rows: rowsOf(graph, who, student),
  }))
  return { status: 200, body: children, fits: (body) => fits(body as Answer, children) }
}

type Child = Record<(typeof lists)[number], (Row & { notes?: string })[]> & Record<string, unknown>
type Answer = { children: Child[] }
type Own = { head: Record<string, unknown>; rows: Record<(typeof lists)[number], (Row & { text?: string })[]> }

const fits = ({ children }: Answer, own: Own[]) =>
  children.length === own.length &&
  children.every((child, nth) => {
    const { head, rows } = own[nth]!
    return (
      Object.entries(head).every(([field, value]) => alike(child[field], value)) &&
      lists.every((list) => child[`${list.replace(/s$/, '')}Count`] === rows[list].length) &&
      lists.every((list) =>
        child[list].every(({ id, courseName, date }) =>
          rows[list].some((row) => alike([row.id, row.courseName, row.date], [id, courseName, date])),
        ),
      )
    )
  })

const alike = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Student = Graph['students'][number]

function headOf(graph: Graph, who: string, student: Student, relationId: string, name: string) {
  const day = graph.today[student.school_id]!
  const mark = graph.attendance_marks.find((one) => one.student_id === student.id && one.date === day)
  const isSeated = student.seat_ended_on === null || day <= student.seat_ended_on
  const unread = graph.inbox_items.some(
    (item) =>
      item.person_id === who &&
      item.kind === 'attendance' &&
      item.student_id === student.id &&
      item.day === day &&
      item.read_at === null,
  )
  return {
    studentId: student.id,
    studentName: name,
    firstName: student.first_name,
    imageUrl: student.image_url,
    relationName: one(graph.relation_types, relationId).name,
    schoolId: student.school_id,
    schoolName: one(graph.schools, student.school_id).name,
    classRoomId: student.class_room_id,
    classRoomName: one(graph.class_rooms, student.class_room_id).name,
    seatEndedOn: student.seat_ended_on,
    today: day,
    attendance: mark && isSeated ? { state: mark.state, minutesLate: mark.minutes_late, unread } : null,
  }
}

/** Every row of a child that the day may tell: of results and notes, those of a week or not read about yet. */
function rowsOf(graph: Graph, who: string, { id, school_id, seat_ended_on }: Student): Own['rows'] {
  const day = graph.today[school_id]!
  const courseOf = (courseId: string | null) => (courseId === null ? null : one(graph.courses, courseId).name)
  const until = ({ date }: Row) => seat_ended_on === null || date <= seat_ended_on
  const mine = <R extends { student_id: string; removed_at: string | null }>(rows: R[]) =>
    rows.filter((row) => row.student_id === id && row.removed_at === null)
  const found = <W extends { id: string; course_id: string; removed_at: string | null; details: string | null }>(
    works: W[],
    workId: string,
    dateOf: (work: W) => string,
  ) =>
    works
      .filter((work) => work.id === workId && work.removed_at === null)
      .map((work) => ({
        id: work.id,
        courseName: courseOf(work.course_id),
        date: dateOf(work),
        text: work.details ?? '',
      }))

  const isNew = (at: string, kind: string, subject: string) =>
    Date.parse(at) > now() - 7 * 86_400_000 ||
    graph.inbox_items.some(
      (item) =>
        item.person_id === who &&
        item.kind === kind &&
        item.student_id === id &&
        item.subject_ids.includes(subject) &&
        item.read_at === null,
    )

  const homework = mine(graph.student_homework).map((row) => ({
    isMark:
      (row.result !== null || row.is_delivered !== null) && isNew(row.modified_at, 'homeworkResult', row.homework_id),
    isDue: row.is_delivered !== true,
    works: found(graph.homework, row.homework_id, ({ assignment_date }) => assignment_date),
  }))
  const exams = mine(graph.student_exams).map((row) => ({
    isMark: (row.total_result !== null || row.is_attend !== null) && isNew(row.modified_at, 'examResult', row.exam_id),
    works: found(graph.exams, row.exam_id, ({ exam_date }) => exam_date),
  }))
  const activities = mine(graph.student_activities).map((row) => ({
    isMark:
      (row.result !== null || row.is_attend !== null) && isNew(row.modified_at, 'activityResult', row.activity_id),
    works: found(graph.activities, row.activity_id, ({ activity_date }) => activity_date),
  }))
  const later = new Date(Date.parse(day) + 14 * 86_400_000).toISOString().slice(0, 10)
  return {
    homework: homework
      .flatMap(({ isDue, works }) => (isDue ? works.filter(({ date }) => date >= day) : []))
      .filter(until),
    exams: exams.flatMap(({ works }) => works.filter(({ date }) => date >= day && date <= later)).filter(until),
    marks: [...homework, ...exams, ...activities].flatMap(({ isMark, works }) => (isMark ? works : [])).filter(until),
    notes: mine(graph.student_notes)
      .filter((note) => isNew(note.created_at, 'note', note.id))
      .map((note) => ({ id: note.id, courseName: courseOf(note.course_id), date: note.date, text: note.notes }))
      .filter(until),
  }
}
