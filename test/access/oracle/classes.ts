import { type Asked, badIds, fullName, type Line, one, page, refused, sorted } from './expected.ts'
import { reaches, staffOnly } from './places.ts'

/** Keys that show every class of a school. */
const wideners = ['ViewClassesSettingList', 'ViewSchoolStudentsList']

/** A class on the wire. */
export const rowOf = (graph: Asked['graph'], classRoom: Asked['graph']['class_rooms'][number]) => ({
  id: classRoom.id,
  name: classRoom.name,
  gender: classRoom.gender,
  gradeId: classRoom.grade_id,
  gradename: one(graph.grades, classRoom.grade_id).name,
  languageId: classRoom.language_id,
  languageName: one(graph.languages, classRoom.language_id).name,
  maxOfStudents: classRoom.max_of_students,
  studentsCount: graph.students.filter(({ class_room_id, active }) => class_room_id === classRoom.id && active).length,
  supervisorId: classRoom.supervisor_id,
  supervisorName: classRoom.supervisor_id && fullName(one(graph.users, classRoom.supervisor_id)),
  active: classRoom.active,
  wcsUrl: classRoom.wcs_url,
  schoolId: classRoom.school_id,
  schoolName: one(graph.schools, classRoom.school_id).name,
  version: classRoom.version,
})

const listed = ({ graph, body }: Asked, classes: Asked['graph']['class_rooms']) =>
  page(
    sorted(
      classes.map((classRoom) => rowOf(graph, classRoom)),
      ({ gradeId, name, id }) => [{ name: String(one(graph.grades, gradeId).position) }, { name }, id],
    ),
    body,
    'whole',
  )

export const get: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const classRoomId = body.classRoomId as string
  const refusal = badIds(body, 'classRoomId!') ?? staffOnly(asked, null, { classRoomId, wideners })
  return refusal ?? { status: 200, body: rowOf(graph, one(graph.class_rooms, classRoomId)) }
}

export const list: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const schoolId = body.schoolId as string
  const refusal = badIds(body, 'schoolId!') ?? staffOnly(asked, null, { schoolId })
  if (refusal) return refusal
  const all = wideners.some((key) => rights.may(key, schoolId))
  const classes = graph.class_rooms.filter(({ school_id }) => school_id === schoolId)
  return listed(asked, all ? classes : classes.filter(({ id, active }) => active && reaches(asked, id, wideners)))
}

export const supervised: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const schoolId = body.schoolId as string
  const refusal = badIds(body, 'schoolId!', 'supervisorId') ?? staffOnly(asked, null, { schoolId })
  if (refusal) return refusal
  const whose = rights.may('ViewClassesSettingList', schoolId) ? (body.supervisorId ?? who) : who
  const mine = ({ school_id, supervisor_id }: Asked['graph']['class_rooms'][number]) =>
    school_id === schoolId && supervisor_id === whose
  return listed(asked, graph.class_rooms.filter(mine))
}
