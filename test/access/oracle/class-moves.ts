import {
  type Asked,
  badIds,
  type Expected,
  fullName,
  type Line,
  page,
  refused,
  rowsBy,
  sorted,
  textOf,
} from './expected.ts'
import { writing } from './writing.ts'

const keys = ['UpdateStudentInfo', 'ViewSchoolStudentsList']

/** Both keys are needed in one school; then as in any school of the object. */
function mover(asked: Asked, schoolId: string | undefined): Expected | null {
  const open = asked.rights.schools.filter(({ id }) => keys.every((key) => asked.rights.may(key, id)))
  if (open.length === 0) return refused.forbidden
  return open.some(({ id }) => id === schoolId) ? null : refused.notFound
}

const classOf = ({ graph }: Asked, id: unknown) => graph.class_rooms.find((classRoom) => classRoom.id === id)

/** Nobody has moved a class in the world. */
export const list: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const refusal = badIds(asked.body, 'schoolId!') ?? mover(asked, textOf(asked.body.schoolId))
  return refusal ?? page([], asked.body, 'paged')
}

/** The facts of a plan, or why there is none. */
function planned(asked: Asked) {
  const { graph, body } = asked
  const from = classOf(asked, body.classRoomId)!
  if (body.classRoomId === body.toClassRoomId) return refused.invalid
  const to = classOf(asked, body.toClassRoomId)
  if (to?.school_id !== from.school_id) return refused.notFound
  const everybody = rowsBy(graph.students, 'class_room_id', from.id)
  const staying = (body.stayingIds ?? []) as string[]
  if (!staying.every((id) => everybody.some((student) => student.id === id))) return refused.notFound
  if (!to.active) return { status: 409, sentence: 'This class is not active' }

  const inOrder = sorted(everybody, (student) => [{ name: fullName(student) }, student.id])
  const shown = (student: (typeof everybody)[number]) => ({
    studentId: student.id,
    studentName: fullName(student),
    code: student.code,
  })
  const stays = ({ id, active }: { id: string; active: boolean }) => !active || staying.includes(id)
  return {
    classRoomId: from.id,
    classRoomName: from.name,
    toClassRoomId: to.id,
    toClassRoomName: to.name,
    places: to.max_of_students - rowsBy(graph.students, 'class_room_id', to.id).filter(({ active }) => active).length,
    going: inOrder.filter((student) => !stays(student)).map(shown),
    staying: inOrder
      .filter(stays)
      .map((student) => ({ ...shown(student), reason: student.active ? 'named' : 'inactive' })),
  }
}

const badPlan = ({ body }: Asked) =>
  badIds(body, 'classRoomId!', 'toClassRoomId!') ??
  ((body.stayingIds ?? []) as unknown[]).map((id) => badIds({ id }, 'id!')).find(Boolean) ??
  null

export const plan: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const refusal = badPlan(asked) ?? mover(asked, classOf(asked, asked.body.classRoomId)?.school_id)
  if (refusal) return refusal
  const facts = planned(asked)
  return 'status' in facts ? facts : { status: 200, body: null, holds: facts }
}

/** The plan sent is of other facts. */
export const move: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const schoolId = classOf(asked, asked.body.classRoomId)?.school_id
  const refusal = badPlan(asked) ?? mover(asked, schoolId) ?? writing(asked, keys, schoolId)
  if (refusal) return refusal
  const facts = planned(asked)
  return 'status' in facts ? facts : { status: 409, sentence: 'Somebody else changed this meanwhile' }
}

export const undo: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const schoolId = classOf(asked, asked.body.classRoomId)?.school_id
  const bad = badIds(asked.body, 'classRoomId!', 'moveId!')
  return bad ?? mover(asked, schoolId) ?? writing(asked, keys, schoolId) ?? refused.notFound
}
