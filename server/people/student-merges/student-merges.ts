import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { conflict, invalid, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import { lockedRooms } from '#server/people/students/admission.queries.ts'
import { classOfStudent } from '#server/people/students/students.queries.ts'
import type { Merge } from './kept-rows.queries.ts'
import type { Two } from './parts.queries.ts'
import {
  countsOf,
  freeNumber,
  insertMerge,
  lockTwo,
  marksOfBoth,
  type MergedStudent,
  type MergeRow,
  mergesOf,
  mergeStudents,
  moveRows,
  namesOfTwo,
  partsOf,
  takeMarks,
} from './student-merges.queries.ts'
import { isChangedSince, isClassFull, restoreRows } from './undoing.queries.ts'
import { waitingOf, withdrawStaying } from './waiting-numbers.queries.ts'

export const studentMergeOperations = implement(studentMerges, {
  async list({ db, school, input: { studentId }, page: { limit, offset }, readsStudent }) {
    readsStudent(studentId)
    const merges = await mergesOf(db, school.id, studentId)
    const rows: (MergeRow & { hindrance: string | null })[] = []
    for (const row of merges.slice(offset, offset + limit)) rows.push(await withHindrance(db, school.id, row))
    return { rows, total: merges.length }
  },

  async plan({ db, school, input: { studentId, otherId }, readsStudent }) {
    const two = { schoolId: school.id, keptId: studentId, otherId }
    const { kept, other } = mustBeTwo(two, await namesOfTwo(db, two))
    readsStudent(studentId)
    readsStudent(otherId)
    return {
      studentId,
      studentName: kept.name,
      otherId,
      otherName: other.name,
      parts: await partsOf(db, two),
      marks: await marksOfBoth(db, two),
    }
  },

  async merge({ db, user, school, audit, input: { studentId, otherId, marks } }) {
    const two = { schoolId: school.id, keptId: studentId, otherId }
    const { kept, other } = mustBeTwo(two, await lockTwo(db, two))
    const chosen = await choiceOf(db, two, marks ?? [])

    const mergeId = await insertMerge(db, two, user.id)
    const merge = { ...two, mergeId }
    await takeMarks(db, merge, chosen)
    await moveRows(db, merge)
    await freeNumber(db, merge)
    await withdrawStaying(db, merge, user.id)
    const takesSeat = other.isPaid && !kept.isPaid && kept.active
    await mergeStudents(db, merge, { takesSeat, today: school.today })
    await mustHavePlaces(db, school.id, studentId)
    await countAbsencesAnew(db, school.id, user.id, [studentId])
    await audit('student', studentId)
    await audit('student', otherId)
    return mergeOf(db, school.id, studentId, mergeId)
  },

  async undo({ db, user, school, audit, input: { studentId, mergeId } }) {
    const { studentId: keptId, otherId } = await mergeOf(db, school.id, studentId, mergeId)
    // The class before its students, in the same order as every call that changes a student.
    await lockedRooms(db, school.id, [(await classOfStudent(db, school.id, otherId))!])
    await lockTwo(db, { schoolId: school.id, keptId, otherId })
    const found = await mergeOf(db, school.id, studentId, mergeId)
    if (found.undone) return found
    if (found.hindrance) throw conflict(found.hindrance)

    await restoreRows(db, { schoolId: school.id, mergeId }, user.id)
    await askAgain(db, school.id, user.id, otherId)
    await countAbsencesAnew(db, school.id, user.id, [keptId, otherId])
    await audit('student', keptId)
    await audit('student', otherId)
    return mergeOf(db, school.id, studentId, mergeId)
  },
})

/** Counts absences again, because registers moved from one student to the other. */
const countAbsencesAnew = (db: Db, schoolId: string, actorId: string, studentIds: string[]) =>
  publish(db, { event: 'absence changed', schoolId, actorId, payload: { studentIds } })

/** A phone number that is invited again may have an account by now, of a person who was asked only about the kept student. */
async function askAgain(db: Db, schoolId: string, actorId: string, otherId: string) {
  const invitationIds = await waitingOf(db, schoolId, otherId)
  if (invitationIds.length > 0)
    await publish(db, { event: 'parents invited', schoolId, actorId, payload: { invitationIds } })
}

/** The student on the roll must be the kept one, and nobody may be merged twice. */
function mustBeTwo({ keptId, otherId }: Two, found: MergedStudent[]) {
  if (keptId === otherId) throw invalid('Invalid input', 'otherId')
  const kept = found.find(({ id }) => id === keptId)
  const other = found.find(({ id }) => id === otherId)
  if (!kept || !other) throw notFound()
  if (kept.mergedInto || other.mergedInto)
    throw conflict('This student was merged with another', { field: kept.mergedInto ? 'studentId' : 'otherId' })
  if (other.active && !kept.active) throw conflict('Keep the student who is on the roll', { field: 'studentId' })
  return { kept, other }
}

/** The works for which the mark of the other student counts. Every work in which both have a mark must be decided. */
async function choiceOf(db: Db, two: Two, marks: readonly { workId: string; ofOther: boolean }[]) {
  const open = new Set((await marksOfBoth(db, two)).map(({ workId }) => workId))
  if (marks.some(({ workId }) => !open.has(workId))) throw notFound()
  if (new Set(marks.map(({ workId }) => workId)).size < open.size)
    throw conflict('Choose which of the two marks counts', { field: 'marks' })
  return marks.filter(({ ofOther }) => ofOther).map(({ workId }) => workId)
}

async function mustHavePlaces(db: Db, schoolId: string, studentId: string) {
  const { parents, guardians } = await countsOf(db, schoolId, studentId)
  if (parents > 10) throw conflict('A student has at most 10 parents')
  if (guardians > 20) throw conflict('A record has at most 20 guardians')
}

async function mergeOf(db: Db, schoolId: string, studentId: string, id: string) {
  const [row] = await mergesOf(db, schoolId, studentId, id)
  if (!row) throw notFound()
  return withHindrance(db, schoolId, row)
}

const withHindrance = async (db: Db, schoolId: string, row: MergeRow) => ({
  ...row,
  hindrance: row.undone ? null : await hindranceOf(db, { schoolId, mergeId: row.id }),
})

async function hindranceOf(db: Db, merge: Merge) {
  if (await isChangedSince(db, merge)) return 'Something of these students was changed later'
  return (await isClassFull(db, merge)) ? 'This class is full' : null
}
