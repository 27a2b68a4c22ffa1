import { ownMeetings } from '#contract/people/meetings/own-meetings.ts'
import { childrenOf } from '#server/access/authorise.queries.ts'
import type { Caller } from '#server/access/caller.ts'
import { childOf } from '#server/access/own-child.queries.ts'
import { daysFrom } from '#server/base/days.ts'
import { conflict, found, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { publish } from '#server/outbox/events.ts'
import { lockUnmerged } from '#server/people/students/merged.rules.ts'
import { bookMeetings, notifyOfMeetings } from './booking.rules.ts'
import { cancelBookingOfChild } from './booking.queries.ts'
import { lockRound } from './meetings.queries.ts'
import {
  closeTimes,
  deleteWish,
  familyMeetings,
  familyRounds,
  freeTimes,
  insertWish,
  isClosedBooked,
  ownRounds,
  ownStudents,
  ownTimes,
  settleMeeting,
} from './own-meetings.queries.ts'

export const ownMeetingOperations = implement(ownMeetings, {
  async day({ db, user, school }) {
    const person = { schoolId: school.id, personId: user.id }
    const from = daysFrom(school.today, -31)
    const { rounds, times, students } = await sideBySide(db, {
      rounds: ownRounds(person, from),
      times: ownTimes(person, from),
      students: ownStudents(person, school.today),
    })
    return rounds.map((round) => ({
      ...round,
      times: times.filter(({ roundId }) => roundId === round.id).map(({ roundId: _, ...time }) => time),
      students: students.filter(({ roundId }) => roundId === round.id).map(({ roundId: _, ...student }) => student),
    }))
  },

  async trim({ db, user, school, input: { roundId, closed } }) {
    found(await lockRound(db, school.id, roundId))
    const person = { schoolId: school.id, personId: user.id }
    if (!(await closeTimes(db, person, roundId, closed))) throw notFound()
    if (await isClosedBooked(db, person, roundId)) throw conflict('A family has booked one of these times')
    return { done: true as const, changed: 1 }
  },

  async ask({ db, user, school, input: { roundId, studentId, asked } }) {
    const person = { schoolId: school.id, personId: user.id }
    const { rows } = await ownStudents(person, school.today).execute(db)
    if (!rows.some((one) => one.roundId === roundId && one.studentId === studentId)) throw notFound()
    await lockUnmerged(db, school.id, studentId)
    const wish = { ...person, roundId, studentId }
    if (!asked) await deleteWish(db, wish)
    const isNew = asked && (await insertWish(db, wish))
    const payload = { roundId, studentId, teacherId: user.id }
    await publish(db, { event: 'meeting asked', schoolId: school.id, actorId: user.id, payload }, isNew)
    return { done: true as const, changed: 1 }
  },

  async settle({ db, user, school, input: { roundId, bookingId, outcome = null } }) {
    const person = { schoolId: school.id, personId: user.id }
    const { rows } = await ownRounds(person, daysFrom(school.today, -31)).execute(db)
    if (found(rows.find(({ id }) => id === roundId)).day > school.today) throw conflict('This evening is still ahead')
    if (!(await settleMeeting(db, person, { roundId, bookingId, outcome }))) throw notFound()
    return { done: true as const, changed: 1 }
  },

  async free({ db, user, now }) {
    const { schools, studentIds } = await familyOf(db, user)
    if (studentIds.length === 0) return []
    const family = { schools, studentIds, now }
    const { rows: rounds } = await familyRounds(family).execute(db)
    if (rounds.length === 0) return []
    const roundIds = rounds.map(({ id }) => id)
    const read = await sideBySide(db, {
      meetings: familyMeetings(family, roundIds),
      free: freeTimes(family, roundIds),
    })
    return rounds.flatMap(({ isOpened, today, ...round }) => {
      const isOpen = isOpened && now.toISOString() < round.closesAt
      const forAll = round.allFrom === null || today >= round.allFrom
      const meetings = read.meetings
        .filter(({ roundId }) => roundId === round.id)
        .map(({ roundId: _, ...one }) => ({ ...one, isOpen: isOpen && (forAll || one.isAsked) }))
      const teachers = new Set(meetings.map(({ teacherId }) => teacherId))
      const free = read.free
        .filter(({ roundId, teacherId }) => roundId === round.id && teachers.has(teacherId))
        .map(({ roundId: _, ...one }) => one)
      return meetings.length > 0 ? { ...round, isOpen, meetings, free } : []
    })
  },

  async book({ db, user, now, input: { roundId, meetings } }) {
    const { children } = await familyOf(db, user)
    const booking = { roundId, family: children, by: user.id, now, forSchool: false }
    return { done: true as const, changed: await bookMeetings(db, booking, meetings) }
  },

  async cancel({ db, user, now, input: { studentId, bookingId } }) {
    const { schoolId } = found(await childOf(db, user, studentId))
    await lockUnmerged(db, schoolId, studentId)
    const roundId = found(await cancelBookingOfChild(db, { schoolId, studentId, bookingId, now }))
    await notifyOfMeetings(db, { roundId, schoolId, by: user.id }, [studentId], false)
    return { done: true as const, changed: 1 }
  },
})

/** The children of a parent in all schools that they see, and these schools. */
async function familyOf(db: Db, user: Caller) {
  const children = await childrenOf(db, user.id, user.rights.parentSchools)
  const schools = [...new Set(children.map(({ schoolId }) => schoolId))]
  return { children, schools, studentIds: children.map(({ id }) => id) }
}
