import {
  type Asked,
  badIds,
  type Expected,
  fullName,
  type Line,
  one,
  page,
  refused,
  rowsBy,
  sorted,
  textOf,
} from './expected.ts'
import { openIn, reaches, staffOnly } from './places.ts'

type Mark = Asked['graph']['attendance_marks'][number]

const weekDayOf = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })

const rowOf = (graph: Asked['graph'], mark: Mark) => ({
  id: mark.id,
  studentId: mark.student_id,
  studentName: fullName(one(graph.students, mark.student_id)),
  classRoomId: mark.class_room_id,
  classRoomName: one(graph.class_rooms, mark.class_room_id).name,
  supervisorId: mark.supervisor_id,
  supervisorName: fullName(one(graph.users, mark.supervisor_id)),
  date: mark.date,
  weekDay: weekDayOf(mark.date),
  isAttend: mark.state === 'present' || mark.state === 'late',
  state: mark.state,
  minutesLate: mark.minutes_late,
  note: mark.note,
  version: sheetOf(graph, mark).version,
  lastModifyDate: mark.modified_at,
})

const sheetOf = (graph: Asked['graph'], { class_room_id, date }: Mark) =>
  rowsBy(graph.attendance_sheets, 'class_room_id', class_room_id).find((sheet) => sheet.date === date)!

const within = ({ dateFrom, dateTo }: Record<string, unknown>, date: string) =>
  (dateFrom == null || date >= textOf(dateFrom)) && (dateTo == null || date <= textOf(dateTo))

export const list: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'studentId', 'classRoomId')
  if (bad) return bad
  if (body.studentId == null && body.classRoomId == null) return refused.required
  if (openIn(asked, ['ViewAttendanceList']).length === 0 && rights.children.length === 0) return refused.forbidden

  const all = graph.attendance_marks
  const named = body.studentId != null
  const marks = (named ? rowsBy(all, 'student_id', body.studentId) : rowsBy(all, 'class_room_id', body.classRoomId))
    .filter(({ class_room_id }) => body.classRoomId == null || class_room_id === body.classRoomId)
    .filter(({ date }) => within(body, date))

  const child = rights.children.find(({ student }) => student.id === body.studentId)?.student
  const isHis = ({ date }: Mark) => child && (child.seat_ended_on === null || date <= child.seat_ended_on)
  if (seesAsStaff(asked)) {
    const rows = marks.filter((mark) => reaches(asked, mark.class_room_id) || isHis(mark))
    return { ...answer(asked, rows), ...(body.studentId != null && { reads: textOf(body.studentId) }) }
  }
  return child ? answer(asked, marks.filter(isHis)) : refused.notFound
}

/** Every id named must be visible, and of one school. */
function seesAsStaff(asked: Asked) {
  const { graph, body } = asked
  if (staffOnly(asked, ['ViewAttendanceList'], { classRoomId: body.classRoomId })) return false
  if (body.studentId == null) return true

  const student = graph.students.find(({ id }) => id === body.studentId)
  if (!student || !openIn(asked, ['ViewAttendanceList']).includes(student.school_id)) return false
  if (!reaches(asked, student.class_room_id)) return false
  return body.classRoomId == null || one(graph.class_rooms, textOf(body.classRoomId)).school_id === student.school_id
}

const answer = ({ graph, body }: Asked, marks: Mark[]) => {
  const inOrder = sorted(marks, (mark) => [
    { latest: mark.date },
    { name: fullName(one(graph.students, mark.student_id)) },
    mark.id,
  ])
  return page(inOrder, body, 'paged', (mark) => rowOf(graph, mark))
}

/** The days on which registers were taken: the one class named, or every class in reach of the school named. */
export const sheets: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'classRoomId', 'schoolId')
  if (bad) return bad
  const { classRoomId, schoolId } = body
  if (classRoomId == null && schoolId == null) return refused.required
  const refusal = staffOnly(asked, ['ViewAttendanceList'], { classRoomId, schoolId })
  if (refusal) return refusal

  const rows = graph.attendance_sheets
    .filter(({ class_room_id }) => classRoomId == null || class_room_id === classRoomId)
    .filter(({ school_id }) => schoolId == null || school_id === schoolId)
    .filter(({ class_room_id, date }) => within(body, date) && reaches(asked, class_room_id))
    .map((sheet) => {
      const marks = marksOn(graph, sheet)
      const counted = (state: string) => marks.filter((mark) => mark.state === state).length
      return {
        classRoomId: sheet.class_room_id,
        classRoomName: one(graph.class_rooms, sheet.class_room_id).name,
        date: sheet.date,
        weekDay: weekDayOf(sheet.date),
        present: counted('present'),
        late: counted('late'),
        absent: counted('absent'),
        excused: counted('excused'),
        savedById: sheet.saved_by,
        savedByName: fullName(one(graph.users, sheet.saved_by)),
        version: sheet.version,
        lastModifyDate: sheet.modified_at,
      }
    })
    .filter(({ present, late, absent, excused }) => present + late + absent + excused > 0)
  const inOrder = sorted(rows, (sheet) => [{ latest: sheet.date }, { name: sheet.classRoomName }, sheet.classRoomId])
  return page(inOrder, body, 'paged')
}

/** A sheet's marks. */
const marksOn = (graph: Asked['graph'], sheet: { class_room_id: string; date: string }) =>
  rowsBy(graph.attendance_marks, 'class_room_id', sheet.class_room_id).filter(({ date }) => date === sheet.date)

export const save: Line = (asked): Expected => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const classRoomId = body.classRoomId as string
  const students = body.studentsAttenndaceList as { studentId: string }[]
  const bad = badIds(body, 'classRoomId!') ?? students.map((mark) => badIds(mark, 'studentId!')).find(Boolean)
  const refusal = bad ?? badIds(body, 'clientOperationId') ?? staffOnly(asked, ['AttendanceAction'], { classRoomId })
  if (refusal) return refusal

  const classRoom = one(graph.class_rooms, classRoomId)
  if (!one(graph.schools, classRoom.school_id).active) return refused.notActive
  if (!students.every(({ studentId }) => belongs(graph, studentId, classRoomId, textOf(body.date))))
    return { status: 400, sentence: 'A student is not in this class' }
  if (!classRoom.active) return { status: 409, sentence: 'This class is not active' }

  const date = textOf(body.date)
  const holds = { classRoomId, date, weekDay: weekDayOf(date), saved: students.length, removed: 0 }
  return { status: 200, body: null, holds }
}

/** Active, and in the class now or on that day. */
const belongs = (graph: Asked['graph'], studentId: string, classRoomId: string, day: string) =>
  graph.students.some(
    ({ id, active, class_room_id }) =>
      id === studentId &&
      active &&
      (class_room_id === classRoomId ||
        graph.student_classes.some(
          (was) =>
            was.student_id === studentId &&
            was.class_room_id === classRoomId &&
            was.from_day <= day &&
            (was.to_day === null || was.to_day >= day),
        )),
  )
