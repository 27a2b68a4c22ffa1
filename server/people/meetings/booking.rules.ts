import { conflict, found, mustDiffer, notFound } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import { lockStudents } from '#server/platform/payments/seats.queries.ts'
import { mustNotBeMerged } from '#server/people/students/merged.rules.ts'
import {
  areInTwoPlaces,
  bookingsOf,
  deleteBookings,
  insertBookings,
  type Meeting,
  roundToBook,
  schoolOfRound,
  teachersToMeet,
} from './booking.queries.ts'

/** The children of a family as the caller sees it, each with its school; nobody of them is in two places at once. */
export type FamilyOf = readonly { id: string; schoolId: string }[]

type Booking = {
  roundId: string
  family: FamilyOf
  by: string
  now: Date
  /** The school books also before and after its families may. */
  forSchool: boolean
}

/**
 * Books all of these meetings, or refuses all, and notifies the parents but the caller. A meeting that is booked as it is asked for stays as it is.
 * Returns how many were booked or moved.
 */
export async function bookMeetings(db: Db, booking: Booking, meetings: readonly Meeting[]) {
  const { roundId, family, by, now } = booking
  mustDiffer(
    meetings.map(({ studentId, teacherId }) => studentId + teacherId),
    'Invalid input',
    'meetings',
  )
  const children = [...new Set(meetings.map(({ studentId }) => studentId))]
  const schools = [...new Set(family.map(({ schoolId }) => schoolId))].toSorted()
  if (children.some((id) => !family.some((child) => child.id === id))) throw notFound()
  for (const schoolId of schools)
    await lockStudents(
      db,
      schoolId,
      family.flatMap((child) => (child.schoolId === schoolId ? child.id : [])),
    )
  const schoolId = found(await schoolOfRound(db, schools, roundId))
  const present = await bookingsOf(db, schoolId, roundId, children)
  const isSame = (one: Meeting, other: Meeting) =>
    one.studentId === other.studentId && one.teacherId === other.teacherId
  const asked = meetings.filter((one) => !present.some((other) => isSame(one, other) && one.starts === other.starts))
  const replaced = present.filter((one) => asked.some((other) => isSame(one, other)))
  if (asked.length === 0) return 0

  const round = found(await roundToBook(db, schoolId, roundId, { alone: replaced.length > 0, now }))
  await mustNotBeMerged(db, schoolId, children)
  await mustBeOpen(db, { ...booking, schoolId }, round, asked)
  await deleteBookings(
    db,
    schoolId,
    replaced.map(({ id }) => id),
  )
  if ((await insertBookings(db, { schoolId, roundId, by }, asked)) < asked.length)
    throw conflict('This time has just been taken; choose another one')
  const ids = family.map(({ id }) => id)
  if (await areInTwoPlaces(db, schools, ids, round.day))
    throw conflict('The family would be in two places at once; choose another time')
  const about = asked.map(({ studentId }) => studentId)
  await notifyOfMeetings(db, { roundId, schoolId, by }, about, true)
  return asked.length
}

type Notice = { roundId: string; schoolId: string; by: string }

/** Notifies the parents of these students, without who did it, that meetings were booked (`isOn`) or cancelled. */
export const notifyOfMeetings = (
  db: Db,
  { roundId, schoolId, by }: Notice,
  studentIds: readonly string[],
  isOn: boolean,
) =>
  publish(
    db,
    {
      event: 'meeting changed',
      schoolId,
      actorId: by,
      payload: { roundId, studentIds: [...new Set(studentIds)], booked: isOn },
    },
    studentIds.length > 0,
  )

type Round = NonNullable<Awaited<ReturnType<typeof roundToBook>>>

async function mustBeOpen(
  db: Db,
  { schoolId, roundId, forSchool }: Booking & { schoolId: string },
  { isOpen, allFrom, today }: Round,
  asked: readonly Meeting[],
) {
  const children = asked.map(({ studentId }) => studentId)
  const toMeet = await teachersToMeet(db, schoolId, roundId, children)
  const rows = asked.flatMap(
    ({ studentId, teacherId }) =>
      toMeet.find((one) => one.studentId === studentId && one.teacherId === teacherId) ?? [],
  )
  if (rows.length < asked.length) throw forSchool ? conflict('This teacher does not teach the student') : notFound()
  if (forSchool) return
  if (!isOpen) throw conflict('This evening cannot be booked any more')
  if (allFrom !== null && today < allFrom && rows.some(({ isAsked }) => !isAsked))
    throw conflict('Until then only parents whom the teacher asks for can book')
}
