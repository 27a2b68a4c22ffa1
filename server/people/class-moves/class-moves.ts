import { createHash } from 'node:crypto'
import { classMoves } from '#contract/people/class-moves/class-moves.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import type { Db } from '#server/db/db.ts'
import { changedMeanwhile, conflict, invalid, notFound } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import { implement } from '#server/call/implement.ts'
import { changeClasses, lockedRooms, putInClass, roomsIn } from '#server/people/students/admission.queries.ts'
import {
  classNamed,
  insertMove,
  lockedMove,
  lockMoved,
  lockStudentsIn,
  moveOf,
  movesOf,
  studentsIn,
  takeBack,
} from './class-moves.queries.ts'

export const classMoveOperations = implement(classMoves, {
  list: ({ db, school, page }) => movesOf(db, school.id, page),

  plan: ({ db, school, input }) => planOf(db, school.id, input),

  async move({ db, user, school, input: { plan, ...request } }) {
    const { classRoomId, toClassRoomId } = request
    // The classes are locked before their students, as in every call that changes a student.
    await lockedRooms(db, school.id, [classRoomId, toClassRoomId])
    await lockStudentsIn(db, school.id, classRoomId)
    const present = await planOf(db, school.id, request)
    if (present.plan !== plan) throw changedMeanwhile({ current: present })
    if (present.going.length === 0) throw conflict('Nobody is left to be moved')
    if (present.going.length > present.places) throw conflict('This class is full', { field: 'toClassRoomId' })

    const today = school.today
    const studentIds = present.going.map(({ studentId }) => studentId)
    const joining = studentIds.map((id) => ({ id, classRoomId: toClassRoomId }))
    const moved = await changeClasses(db, { schoolId: school.id, today }, joining)
    await putInClass(db, studentIds, toClassRoomId)
    const move = { schoolId: school.id, classRoomId, toClassRoomId, day: today, movedBy: user.id }
    const id = await insertMove(db, move, moved)
    await notifyParents(db, { schoolId: school.id, actorId: user.id, classRoomId: toClassRoomId, studentIds })
    return (await moveOf(db, school.id, id))!
  },

  async undo({ db, user, school, input: { classRoomId, moveId } }) {
    const found = await lockedMove(db, school.id, classRoomId, moveId)
    if (!found) throw notFound()
    if (found.undone) return (await moveOf(db, school.id, moveId))!

    await lockedRooms(db, school.id, [classRoomId, found.toClassRoomId])
    await lockMoved(db, school.id, moveId)
    const { hindrance } = (await moveOf(db, school.id, moveId))!
    if (hindrance) throw conflict(hindrance)

    const studentIds = await takeBack(db, moveId, classRoomId, user.id)
    await notifyParents(db, { schoolId: school.id, actorId: user.id, classRoomId, studentIds })
    return (await moveOf(db, school.id, moveId))!
  },
})

type MoveRequest = { classRoomId: string; toClassRoomId: string; stayingIds?: readonly string[] | null | undefined }

/** Which students move, which stay, and whether there is room. Throws 404 for a class or a student of another school. */
async function planOf(db: Db, schoolId: string, request: MoveRequest): Promise<OutputOf<typeof classMoves.plan>> {
  const { classRoomId, toClassRoomId } = request
  if (classRoomId === toClassRoomId) throw invalid('Invalid input', 'toClassRoomId')
  const from = await classNamed(db, schoolId, classRoomId)
  const to = await classNamed(db, schoolId, toClassRoomId)
  if (!from || !to) throw notFound()

  const all = await studentsIn(db, schoolId, classRoomId)
  const named = new Set(request.stayingIds ?? [])
  if (named.size < (request.stayingIds?.length ?? 0)) throw invalid('A student is listed twice', 'stayingIds')
  if (all.filter(({ studentId }) => named.has(studentId)).length < named.size) throw notFound()
  const [room] = await roomsIn(db, schoolId, [toClassRoomId])
  if (!room!.active) throw conflict('This class is not active', { field: 'toClassRoomId' })

  const facts = {
    classRoomId,
    classRoomName: from.name,
    toClassRoomId,
    toClassRoomName: to.name,
    places: Math.max(0, room!.places),
    going: all.filter(({ active, studentId }) => active && !named.has(studentId)).map(shown),
    staying: all
      .filter(({ active, studentId }) => !active || named.has(studentId))
      .map(({ active, ...student }) => ({
        ...shown(student),
        reason: active ? ('named' as const) : ('inactive' as const),
      })),
  }
  return { ...facts, plan: createHash('sha256').update(JSON.stringify(facts)).digest('base64url') }
}

const shown = ({ studentId, studentName, code }: { studentId: string; studentName: string; code: string }) => ({
  studentId,
  studentName,
  code,
})

type ClassChange = { schoolId: string; actorId: string; classRoomId: string; studentIds: readonly string[] }

const notifyParents = (db: Db, { schoolId, actorId, classRoomId, studentIds }: ClassChange) =>
  publish(db, { event: 'class changed', schoolId, actorId, payload: { classRoomId, studentIds } })
