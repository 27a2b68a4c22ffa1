import { isRecordable } from '#contract/teaching/attendance/attendance.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, invalid, notFound } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { type Left, marksAfter, removeMarksAfter } from '#server/school/presence/marks-after.queries.ts'
import type { Db } from '#server/db/db.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { publish } from '#server/outbox/events.ts'
import { coinsChanged } from '#server/platform/payments/coins.rules.ts'
import { saved } from './adding.ts'
import { lockedRooms } from './admission.queries.ts'
import {
  changeLeaving,
  closeLeaving,
  insertLeaving,
  isReasonOfLeaving,
  joinClass,
  leaveClass,
  leaveWork,
  leavingsOf,
  reasonsOfLeaving,
  resumeWork,
} from './leavings.queries.ts'
import { mustNotBeMerged } from './merged.rules.ts'
import { mustTakeIn } from './rooms.ts'
import { chargingOf } from './seats.ts'
import {
  chargeSeats,
  giveBackSeats,
  keepYear,
  seatEnd,
  seatEndOfLeaving,
} from '#server/platform/payments/seats.queries.ts'
import { classOfStudent } from './students.queries.ts'

type Entering = Context<typeof leavings.enter>
type Returning = Context<typeof leavings.return>
type Stored = OutputOf<typeof leavings.enter>

export const leavingOperations = implement(leavings, {
  reasons: ({ db }) => reasonsOfLeaving(db),

  list({ db, school, input: { studentId }, page, readsStudent }) {
    readsStudent(studentId)
    return leavingsOf(db, school.id, studentId, page)
  },

  async enter(context) {
    const { db, school, may, input } = context
    const { studentId: id, reasonId, baseVersion } = input
    const leftOn = input.leftOn ?? school.today
    if (!isRecordable(leftOn, school.today)) throw invalid('This date cannot be used', 'leftOn')
    if (!(await isReasonOfLeaving(db, reasonId))) throw notFound()

    return edited(db, leavings.enter, {
      table: 'students',
      schoolId: school.id,
      id,
      baseVersion,
      changes: { active: false, isPaid: false, leftOn, endedWithYearId: null, ...seatEndOfLeaving(leftOn) },
      async validate(stored) {
        await mustNotBeMerged(db, school.id, [id])
        if (stored.leftOn) throw conflict('This student has already left the school')
      },
      further: (stored) => leave(context, leftOn, stored),
      read: () => saved(db, school.id, id, may),
    })
  },

  change: ({ db, school, may, audit, input: { studentId: id, baseVersion, leavingNote: note, ...words } }) =>
    edited(db, leavings.change, {
      table: 'students',
      schoolId: school.id,
      id,
      baseVersion,
      changes: {},
      async validate(stored) {
        await mustNotBeMerged(db, school.id, [id])
        mustHaveLeft(stored)
        if (words.reasonId && !(await isReasonOfLeaving(db, words.reasonId))) throw notFound()
      },
      async further() {
        await audit('student', id)
        return changeLeaving(db, { schoolId: school.id, studentId: id }, { ...words, note })
      },
      read: () => saved(db, school.id, id, may),
    }),

  async return(context) {
    const { db, school, may, input } = context
    const { studentId: id, baseVersion, isPaid = false } = input
    const returnedOn = input.returnedOn ?? school.today
    if (isPaid) await keepYear(db, school.id)
    // The class before the student, in the same order as every call that changes a student.
    const classRoomId = input.classRoomId ?? (await classOfStudent(db, school.id, id))!
    await lockedRooms(db, school.id, [classRoomId])

    return edited(db, leavings.return, {
      table: 'students',
      schoolId: school.id,
      id,
      baseVersion,
      changes: { active: true, leftOn: null, classRoomId, ...(isPaid && { isPaid, ...seatEnd(true, school.today) }) },
      async validate(stored) {
        await mustNotBeMerged(db, school.id, [id])
        mustHaveLeft(stored)
        if (returnedOn < stored.leftOn! || returnedOn > school.today)
          throw invalid('This date cannot be used', 'returnedOn')
        await mustTakeIn(db, school.id, classRoomId, { active: true })
      },
      further: (stored) => comeBack(context, { classRoomId, leftOn: stored.leftOn!, returnedOn }),
      read: () => saved(db, school.id, id, may),
    })
  },
})

function mustHaveLeft({ leftOn }: Stored) {
  if (!leftOn) throw conflict('This student has not left the school')
}

/** The consequences of a leaving: the class, work set for later, the seat, and the notifications of parents. */
async function leave(context: Entering, leftOn: string, { isPaid }: Stored) {
  const { db, user, school, audit, input } = context
  const { studentId, reasonId, leavingNote: note = null, destination = null, removeMarks } = input
  const seatEnded = isPaid === true
  const by = { schoolId: school.id, studentId, enteredBy: user.id }
  await insertLeaving(db, { ...by, leftOn, reasonId, note, destination, seatEnded })
  await leaveClass(db, school.id, studentId, leftOn)
  if (removeMarks) await leaveRegisters(db, { schoolId: school.id, studentId, leftOn }, user.id)
  else if (removeMarks == null) await mustHaveNoMarks(db, { schoolId: school.id, studentId, leftOn })
  await leaveWork(db, school.id, studentId, leftOn, user.id)
  await audit('student', studentId)
  await notifyParents(context, studentId, true)

  const charging = chargingOf(context)
  if (seatEnded && (await giveBackSeats(db, charging, [studentId])) > 0) await coinsChanged(db, charging)
  return 1
}

async function mustHaveNoMarks(db: Db, left: Left) {
  const marks = await marksAfter(db, left)
  if (marks > 0) throw conflict(`Marks of attendance after this day: ${marks}`, { field: 'leftOn' })
}

/** Removes the marks after the last day. They are of days on which the student was no longer at the school. */
async function leaveRegisters(db: Db, left: Left, personId: string) {
  if ((await removeMarksAfter(db, left, personId)) === 0) return
  const { schoolId, studentId } = left
  await publish(db, {
    event: 'absence changed',
    schoolId,
    actorId: personId,
    payload: { studentIds: [studentId] },
  })
  await signalChanges(db, [schoolChanged(schoolId)])
}

type Back = { classRoomId: string; leftOn: string; returnedOn: string }

/** The consequences of a return: the class, the work that is set for it from then on, and the seat if it is paid. */
async function comeBack(context: Returning, { classRoomId, leftOn, returnedOn }: Back) {
  const { db, user, school, audit, input } = context
  const { studentId, isPaid } = input
  const enteredAt = await closeLeaving(db, { schoolId: school.id, studentId }, returnedOn, user.id)
  await joinClass(db, { schoolId: school.id, studentId, classRoomId, leftOn, returnedOn })
  await resumeWork(db, { schoolId: school.id, studentId, classRoomId, returnedOn, enteredAt })
  await audit('student', studentId)
  await notifyParents(context, studentId, false)

  const charging = chargingOf(context)
  if (isPaid && (await chargeSeats(db, charging, [studentId])) > 0) await coinsChanged(db, charging)
  return 1
}

const notifyParents = ({ db, user, school }: Entering | Returning, studentId: string, left: boolean) =>
  publish(db, { event: 'student left', schoolId: school.id, actorId: user.id, payload: { studentId, left } })
