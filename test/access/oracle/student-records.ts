import { type Asked, badIds, type Expected, type Line, one, page, refused, rowsBy, sorted, textOf } from './expected.ts'
import { inSchoolOf, openIn, reaches } from './places.ts'
import { writing } from './writing.ts'

type Student = Asked['graph']['students'][number]

const tabs = 'ViewSchoolStudentsList ViewAttendanceList ViewHomework ViewExams ViewActivities ViewNotes'.split(' ')

/** A student as staff see him: the birth date only who keeps students' information. */
export function staffRow({ graph, rights }: Asked, student: Student) {
  const { school_id: schoolId, class_room_id: classRoomId } = student
  const taught = rowsBy(graph.class_teacher_courses, 'class_room_id', classRoomId)
  const seesBirthDate = rights.may('UpdateStudentInfo', schoolId) || rights.may('AssignStudentToSchool', schoolId)
  return {
    id: student.id,
    code: student.code as string | null,
    firstName: student.first_name,
    midelName: student.middle_name,
    middelName: student.middle_name,
    lastName: student.last_name,
    imageUrl: student.image_url,
    schoolId,
    schoolName: one(graph.schools, schoolId).name,
    classRoomId,
    classRoomName: one(graph.class_rooms, classRoomId).name,
    birthDate: seesBirthDate ? student.birth_date : null,
    active: student.active,
    isPayed: student.is_paid as boolean | null,
    coursesCount: new Set(taught.map(({ course_id }) => course_id)).size,
    version: student.version,
  }
}

/** Parents see the birth date of their child, and neither his code nor whether he is paid for. */
const parentRow = (asked: Asked, student: Student) => ({
  ...staffRow(asked, student),
  code: null,
  isPayed: null,
  birthDate: student.birth_date,
})

const studentOf = ({ graph }: Asked, id: unknown) => graph.students.find((student) => student.id === id)

export const get: Line = (asked) => {
  const { who, rights, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'studentId!')
  if (bad) return bad
  const open = openIn(asked, tabs)
  if (open.length === 0 && rights.children.length === 0) return refused.forbidden

  const student = studentOf(asked, body.studentId)
  if (student && open.includes(student.school_id) && reaches(asked, student.class_room_id))
    return { status: 200, body: staffRow(asked, student), reads: student.id }
  const child = rights.children.find((link) => link.student.id === body.studentId)
  return child ? { status: 200, body: parentRow(asked, child.student) } : refused.notFound
}

export const list: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal =
    badIds(body, 'schoolId!', 'classRoomId') ?? inSchoolOf(asked, ['ViewSchoolStudentsList'], textOf(body.schoolId))
  if (refusal) return refusal
  const rows = rowsBy(graph.students, 'school_id', body.schoolId).filter(
    ({ class_room_id }) => body.classRoomId == null || class_room_id === body.classRoomId,
  )
  return page(
    sorted(rows, ({ first_name, middle_name, last_name, id }) => [
      { name: first_name },
      { name: middle_name },
      { name: last_name },
      id,
    ]),
    body,
    'whole',
    (student) => staffRow(asked, student),
  )
}

const coins = ({ graph }: Asked, schoolId: string) =>
  rowsBy(graph.coin_entries, 'school_id', schoolId).reduce((sum, entry) => sum + entry.coins, 0)

const seesCoins = ({ rights }: Asked, schoolId: string) => rights.may('ViewSchoolData', schoolId)

/** Whoever enters a class finds it active, and in his school. */
function entered({ graph }: Asked, classRoomId: unknown, schoolId: string): Expected | null {
  const classRoom = graph.class_rooms.find(({ id }) => id === classRoomId)
  if (classRoom?.school_id !== schoolId) return refused.notFound
  return classRoom.active ? null : { status: 409, sentence: 'This class is not active' }
}

export const add: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const schoolId = textOf(body.schoolId)
  const keys = ['AssignStudentToSchool', 'AssignMultipleStudentsToSchool']
  const refusal =
    badIds(body, 'schoolId!', 'classRoomId!') ??
    writing(asked, keys, schoolId) ??
    entered(asked, body.classRoomId, schoolId)
  if (refusal) return refusal
  const numbers = rowsBy(graph.students, 'school_id', schoolId).length
  const availableCoins = seesCoins(asked, schoolId) ? coins(asked, schoolId) - 1 : null
  const classRoom = one(graph.class_rooms, textOf(body.classRoomId))
  const schoolName = one(graph.schools, schoolId).name
  const place = { schoolId, schoolName, classRoomId: classRoom.id, classRoomName: classRoom.name }
  const now = { ...place, active: true, isPayed: true, version: 1, birthDate: null, imageUrl: null }
  return {
    status: 200,
    body: null,
    holds: { ...now, availableCoins, code: `ST${String(numbers + 1).padStart(10, '0')}` },
  }
}

export const update: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const student = studentOf(asked, body.id)
  const refusal =
    badIds(body, 'id!', 'classRoomId', 'schoolId') ??
    writing(asked, ['UpdateStudentInfo', 'ChangeStudentActivation'], student?.school_id)
  if (refusal) return refusal

  const { school_id: schoolId } = student!
  const availableCoins = seesCoins(asked, schoolId) ? coins(asked, schoolId) : null
  const moves = body.classRoomId != null && body.classRoomId !== student!.class_room_id
  if (!moves) return { status: 200, body: { ...staffRow(asked, student!), availableCoins } }
  const stopped = entered(asked, body.classRoomId, schoolId)
  if (stopped?.status === 404) return stopped
  if (!rights.may('UpdateStudentInfo', schoolId)) return { status: 403, sentence: 'You may only change the activation' }
  if (stopped) return stopped
  const classRoom = one(graph.class_rooms, textOf(body.classRoomId))
  const there = { ...student!, class_room_id: classRoom.id, version: student!.version + 1 }
  return { status: 200, body: { ...staffRow(asked, there), availableCoins } }
}

export const byCode: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'schoolId')
  if (bad) return bad
  const open = openIn(asked, ['ViewSchoolStudentsList', 'AssignStudentToSchool'])
  if (open.length === 0) return refused.forbidden
  const found = graph.students
    .filter(({ code }) => code === body.studentCode)
    .filter(({ school_id }) => open.includes(school_id) && (body.schoolId == null || school_id === body.schoolId))
  return found[0] ? { status: 200, body: staffRow(asked, found[0]), reads: found[0].id } : refused.notFound
}

/** The year that is current at a school, null for none: the seats of it are those that count. */
const currentYear = ({ graph }: Asked, schoolId: string) =>
  graph.school_years.find((year) => year.school_id === schoolId && year.active && !year.completed) ?? null

/** Of the students named, or of all active ones, those whose seat is not paid, or not charged in this year. */
function open(asked: Asked): Expected | { students: Student[]; coins: number } {
  const { graph, body } = asked
  const schoolId = textOf(body.schoolId)
  const year = currentYear(asked, schoolId)?.id ?? null
  const named = body.studentIds as string[] | undefined
  const here = rowsBy(graph.students, 'school_id', schoolId)
  if (named?.some((id) => !here.some((student) => student.id === id))) return refused.notFound
  const seated = ({ id }: Student) =>
    graph.seats.some((seat) => seat.student_id === id && seat.school_year_id === year && seat.refunded_on === null)
  const students = here
    .filter(({ id, active }) => named?.includes(id) ?? active)
    .filter((student) => !student.is_paid || !seated(student))
  return { students, coins: students.filter((student) => !seated(student)).length }
}

const badNames = ({ body }: Asked): Expected | null => {
  const ids = (body.studentIds ?? []) as unknown[]
  return badIds(body, 'schoolId!') ?? ids.map((id) => badIds({ id }, 'id!')).find(Boolean) ?? null
}

export const renewSeats: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const refusal = badNames(asked) ?? writing(asked, ['ChangeStudentActivation'], textOf(asked.body.schoolId))
  if (refusal) return refusal
  const found = open(asked)
  return 'status' in found ? found : { status: 200, body: { done: true, changed: found.students.length } }
}

export const renewalPlan: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const schoolId = textOf(asked.body.schoolId)
  const refusal = badNames(asked) ?? inSchoolOf(asked, ['ChangeStudentActivation'], schoolId)
  if (refusal) return refusal
  const found = open(asked)
  if ('status' in found) return found
  const year = currentYear(asked, schoolId)
  const balance = seesCoins(asked, schoolId) ? coins(asked, schoolId) : null
  return {
    status: 200,
    body: {
      schoolYearId: year?.id ?? null,
      schoolYearName: year?.name ?? null,
      students: found.students.length,
      coins: found.coins,
      balance,
      balanceAfter: balance === null ? null : balance - found.coins,
      debtLimit: 50,
      affordable: found.coins === 0 || coins(asked, schoolId) - found.coins >= -50,
    },
  }
}
