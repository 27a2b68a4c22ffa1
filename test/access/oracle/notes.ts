import { supervises, teaches } from './exams.ts'
import { type Asked, badIds, type Expected, fullName, type Line, one, page, refused, sorted } from './expected.ts'
import { openIn, reaches, staffOnly } from './places.ts'

type Note = Asked['graph']['student_notes'][number]

const rowOf = (graph: Asked['graph'], note: Note) => ({
  id: note.id,
  date: note.date,
  notes: note.notes,
  courseId: note.course_id,
  courseName: note.course_id === null ? null : one(graph.courses, note.course_id).name,
  supervisorId: note.supervisor_id,
  supervisorName: fullName(one(graph.users, note.supervisor_id)),
  classRoomId: note.class_room_id,
  classRoomName: one(graph.class_rooms, note.class_room_id).name,
  studentId: note.student_id,
  studentName: fullName(one(graph.students, note.student_id)),
  version: note.version,
})

/** A teacher's are those of his courses in the class and those of none; all of it are the supervisor's; always the author's. */
const sees = (asked: Asked, { school_id, class_room_id, course_id, supervisor_id }: Note) =>
  asked.rights.may('ViewSchoolStudentsList', school_id) ||
  supervisor_id === asked.who ||
  supervises(asked, class_room_id) ||
  (course_id === null ? reaches(asked, class_room_id, []) : teaches(asked, class_room_id, course_id))

type Child = Asked['rights']['children'][number]['student']

const concerns = (children: Child[], { student_id, date }: Note) =>
  children.some(({ id, seat_ended_on }) => id === student_id && (seat_ended_on === null || date <= seat_ended_on))

export const list: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'studentId', 'classRoomId', 'courseId', 'supervisorId')
  if (bad) return bad
  const open = openIn(asked, ['ViewNotes'])
  if (open.length === 0 && rights.children.length === 0) return refused.forbidden

  const { studentId, classRoomId } = body
  const named = studentId != null || classRoomId != null
  const asStaff = named ? placeOfStaff(asked, open) : open
  const children = rights.children
    .map(({ student }) => student)
    .filter(({ id }) => studentId == null || id === studentId)
    .filter(({ class_room_id }) => studentId != null || classRoomId == null || class_room_id === classRoomId)
  if (named && asStaff.length === 0 && children.length === 0) return refused.notFound

  const rows = graph.student_notes
    .filter(({ removed_at }) => removed_at === null)
    .filter((note) => (asStaff.includes(note.school_id) && sees(asked, note)) || concerns(children, note))
    .filter(({ student_id }) => studentId == null || student_id === studentId)
    .filter(({ class_room_id }) => classRoomId == null || class_room_id === classRoomId)
    .filter(({ course_id }) => body.courseId == null || course_id === body.courseId)
    .filter(({ supervisor_id }) => body.supervisorId == null || supervisor_id === body.supervisorId)
  const answer = page(
    sorted(rows, ({ date, created_at, id }) => [{ latest: date }, { latest: created_at }, id]),
    body,
    'paged',
    (note) => rowOf(graph, note),
  )
  const isRead = studentId != null && children.length === 0
  return isRead ? { ...answer, reads: studentId as string } : answer
}

/** The school of the student and class named, if its staff sees both. */
function placeOfStaff(asked: Asked, open: string[]): string[] {
  const { graph, body } = asked
  const places: { school_id: string; classRoomId: string }[] = []
  if (body.studentId != null) {
    const student = graph.students.find(({ id }) => id === body.studentId)
    if (!student) return []
    places.push({ school_id: student.school_id, classRoomId: student.class_room_id })
  }
  if (body.classRoomId != null) {
    const classRoom = graph.class_rooms.find(({ id }) => id === body.classRoomId)
    if (!classRoom) return []
    places.push({ school_id: classRoom.school_id, classRoomId: classRoom.id })
  }
  const visible = places.every((place) => open.includes(place.school_id) && reaches(asked, place.classRoomId))
  const schools = [...new Set(places.map(({ school_id }) => school_id))]
  return visible && schools.length === 1 ? schools : []
}

/** What is removed is nowhere. */
const noteOf = ({ graph }: Asked, id: unknown) =>
  graph.student_notes.find((note) => note.id === id && note.removed_at === null)

export const get: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'noteId!')
  if (bad) return bad
  const open = openIn(asked, ['ViewNotes'])
  if (open.length === 0 && rights.children.length === 0) return refused.forbidden
  const note = noteOf(asked, body.noteId)
  if (note && open.includes(note.school_id) && sees(asked, note))
    return { status: 200, body: rowOf(graph, note), reads: note.student_id }
  const children = rights.children.map(({ student }) => student)
  return note && concerns(children, note) ? { status: 200, body: rowOf(graph, note) } : refused.notFound
}

const ofSchool = (rows: { id: string; school_id: string }[], id: unknown, schoolId: string) =>
  rows.some((row) => row.id === id && row.school_id === schoolId)

/** A course he may name there. */
const mayName = (asked: Asked, schoolId: string, classRoomId: string, courseId: unknown) =>
  asked.rights.may('ViewSchoolStudentsList', schoolId) ||
  supervises(asked, classRoomId) ||
  teaches(asked, classRoomId, courseId)

const notTaught = { status: 400, sentence: 'You do not teach this course in this class' }

export const add: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const { classRoomId, studentId, courseId = null } = body as Record<string, string>
  const refusal =
    badIds(body, 'classRoomId!', 'studentId!', 'courseId') ?? staffOnly(asked, ['AddNote'], { classRoomId })
  if (refusal) return refusal
  const classRoom = one(graph.class_rooms, classRoomId!)
  const { school_id } = classRoom
  if (!one(graph.schools, school_id).active) return refused.notActive
  if (courseId !== null && !ofSchool(graph.courses, courseId, school_id)) return refused.notFound
  const isHere = graph.students.some(
    ({ id, active, class_room_id }) => id === studentId && active && class_room_id === classRoomId,
  )
  if (!isHere) return { status: 400, sentence: 'A student is not in this class' }
  if (courseId !== null && !mayName(asked, school_id, classRoom.id, courseId)) return notTaught
  if (!classRoom.active) return { status: 409, sentence: 'This class is not active' }

  const { id: _, ...holds } = rowOf(graph, {
    id: '',
    school_id,
    class_room_id: classRoom.id,
    student_id: studentId!,
    course_id: courseId,
    date: body.date as string,
    notes: body.notes as string,
    supervisor_id: who,
    version: 1,
    created_at: '',
    removed_at: null,
  })
  return { status: 200, body: null, holds }
}

/** The note itself, to who may edit notes and sees it; or the refusal. */
function editable(asked: Asked, id: unknown): Note | Expected {
  const open = openIn(asked, ['EditNote'])
  if (open.length === 0) return refused.forbidden
  const note = noteOf(asked, id)
  if (!note || !open.includes(note.school_id) || !sees(asked, note)) return refused.notFound
  return one(asked.graph.schools, note.school_id).active ? note : refused.notActive
}

const mayChange = (asked: Asked, note: Note) =>
  note.supervisor_id === asked.who ||
  supervises(asked, note.class_room_id) ||
  asked.rights.may('ViewSchoolStudentsList', note.school_id)

const notHis = { status: 403, sentence: 'Only the author or the supervisor may change this note' }

export const update: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'id!', 'courseId', 'classRoomId', 'studentId')
  if (bad) return bad
  const note = editable(asked, body.id)
  if ('status' in note) return note
  const courseId = (body.courseId ?? note.course_id) as string | null
  if (body.courseId != null && !ofSchool(graph.courses, courseId, note.school_id)) return refused.notFound
  if (!mayChange(asked, note)) return notHis
  if (body.classRoomId != null && body.classRoomId !== note.class_room_id) return refused.invalid
  if (body.studentId != null && body.studentId !== note.student_id)
    return { status: 400, sentence: 'This field cannot be changed here' }
  const isNew = courseId !== note.course_id
  if (isNew && !mayName(asked, note.school_id, note.class_room_id, courseId)) return notTaught
  const after = { ...note, course_id: courseId, version: note.version + +isNew }
  return { status: 200, body: rowOf(graph, after) }
}

export const remove: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'noteId!')
  if (bad) return bad
  const note = editable(asked, body.noteId)
  if ('status' in note) return note
  return mayChange(asked, note) ? { status: 200, body: { done: true, changed: 1 } } : notHis
}
