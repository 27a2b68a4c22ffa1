import { studentRecords } from '#contract/people/students/student-records.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, forbidden, notFound } from '#server/base/errors.ts'
import { claimed, mediaOf } from '#server/platform/pictures/media.rules.ts'
import { mustFitRecord } from './birth-dates.rules.ts'
import { publish } from '#server/outbox/events.ts'
import type { Context } from '#server/call/implement.ts'
import { mustBeBirthDate, saved } from './adding.ts'
import { changeClasses, lockedRooms } from './admission.queries.ts'
import { mustNotBeMerged } from './merged.rules.ts'
import { mustTakeIn, mustHaveRoom } from './rooms.ts'
import { chargingOf } from './seats.ts'
import { coinsChanged } from '#server/platform/payments/coins.rules.ts'
import { chargeSeats, giveBackSeats, keepYear, seatEnd } from '#server/platform/payments/seats.queries.ts'
import { classOfStudent } from './students.queries.ts'

type Changing = Context<typeof studentRecords.update>
type Saved = OutputOf<typeof studentRecords.update>
type Changes = Omit<Changing['input'], 'id' | 'baseVersion' | 'schoolId'>

/** Changes the fields of a student that are sent: names, picture and birth date, class, active and paid. */
export async function updated(context: Changing) {
  const { db, school, may, input } = context
  const { id, baseVersion, schoolId: _, ...sent } = input
  const changes = seenAlone(sent, context)
  const { today } = chargingOf(context)
  mustBeBirthDate(changes.birthDate, today)
  if (changes.isPaid) await keepYear(db, school.id)
  const rooms = await lockedClasses(context)
  if (changes.classRoomId && !rooms.some(({ id: found }) => found === changes.classRoomId)) throw notFound()

  return edited(db, studentRecords.update, {
    table: 'students',
    schoolId: school.id,
    id,
    baseVersion,
    changes: { ...changes, ...seatEnd(changes.isPaid, today) },
    validate: (stored) => validate(context, changes, stored),
    further: (stored) => follow(context, changes, stored),
    read: () => saved(db, school.id, id, may),
  })
}

/** A caller who may not see the birth date reads null. Sending that null back must not delete the date. */
function seenAlone({ birthDate, ...changes }: Changes, { may }: Changing): Changes {
  const sees = may('UpdateStudentInfo') || may('AssignStudentToSchool')
  return sees || birthDate != null ? { ...changes, birthDate } : changes
}

/** Locks the classes before the student, in the order of a move of a whole class, so that two calls cannot wait for each other. */
async function lockedClasses({ db, school, input: { id, classRoomId, active } }: Changing) {
  if (!classRoomId && !active) return []
  const present = await classOfStudent(db, school.id, id)
  return lockedRooms(
    db,
    school.id,
    [...new Set([present, classRoomId])].filter((one) => one != null),
  )
}

async function validate({ db, school, may, input: { id } }: Changing, changes: Changes, stored: Saved) {
  await mustNotBeMerged(db, school.id, [id])
  if (!may('UpdateStudentInfo') && differs({ ...changes, active: undefined }, stored))
    throw forbidden('You may only change the activation')
  if (changes.birthDate !== stored.birthDate) await mustFitRecord(db, school.id, id, changes.birthDate)
  await mediaOf(db, changes.imageUrl, { studentId: id, freeIn: school.id }, stored.imageUrl)

  const active = changes.active ?? stored.active
  const moves = changes.classRoomId !== undefined && changes.classRoomId !== stored.classRoomId
  if (stored.leftOn && (active || changes.isPaid || moves)) throw conflict('This student has left the school')
  if (moves) await mustTakeIn(db, school.id, changes.classRoomId!, { active })
  else if (active && !stored.active) await mustHaveRoom(db, school.id, stored.classRoomId)
}

/** The consequences of the changes: the picture, the student's former classes, the seat, and the notifications. */
async function follow(context: Changing, changes: Changes, stored: Saved) {
  const { db, user, school, audit } = context
  const { id } = stored
  const charging = chargingOf(context)
  await claimed(db, changes.imageUrl, id, stored.imageUrl)

  if (changes.classRoomId !== undefined && changes.classRoomId !== stored.classRoomId) {
    await changeClasses(db, charging, [{ id, classRoomId: changes.classRoomId }])
    const payload = { classRoomId: changes.classRoomId, studentIds: [id] }
    await publish(db, { event: 'class changed', schoolId: school.id, actorId: user.id, payload })
  }
  if (changes.isPaid !== undefined && changes.isPaid !== stored.isPaid) {
    const coins = await (changes.isPaid ? chargeSeats : giveBackSeats)(db, charging, [id])
    await audit('student', id)
    if (coins > 0) await coinsChanged(db, charging)
  }
  return 0
}

const differs = (changes: Changes, stored: Saved) =>
  Object.entries(changes).some(([field, value]) => value !== undefined && value !== stored[field as keyof Saved])
