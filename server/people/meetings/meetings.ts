import { meetings } from '#contract/people/meetings/meetings.ts'
import type { ReadInputOf } from '#contract/language/operation.ts'
import { minuteOf } from '#contract/school/timetable/clashes.ts'
import { conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { changeRow } from '#server/db/change-row.ts'
import { publish } from '#server/outbox/events.ts'
import { countClasses } from '#server/people/forms/forms.queries.ts'
import { siblingsOf } from './booking.queries.ts'
import { bookMeetings, notifyOfMeetings } from './booking.rules.ts'
import {
  boardOf,
  cancelBooking,
  cancelWithOthers,
  cancelWithoutTime,
  countMembers,
  insertRound,
  lockRound,
  roundOf,
  roundsOf,
  type RoundToStore,
  storeParticipants,
  teachersWithClasses,
} from './meetings.queries.ts'

export const meetingOperations = implement(meetings, {
  rounds: ({ db, school, page }) => roundsOf(db, school.id, page),

  teachers: ({ db, school, page }) => teachersWithClasses(db, school.id, page),

  async save(call) {
    const { db, school, user, input } = call
    const round = await readRound(call)
    const teachers = input.teachers.map(({ teacherId, room = null }) => ({ teacherId, room }))
    if (!input.roundId) {
      const id = await insertRound(db, school.id, user.id, round)
      await storeParticipants(db, school.id, id, teachers)
      return found(await roundOf(db, school.id, id))
    }
    const at = { table: 'meetingRounds', schoolId: school.id, id: input.roundId } as const
    const stored = found(await lockRound(db, school.id, at.id))
    await mustBeCurrent(input.baseVersion, stored.version, () => roundOf(db, school.id, at.id))
    if (stored.day < school.today) throw conflict('This evening is over')
    const present = found(await roundOf(db, school.id, at.id)).teachers
    const others = teachers.map(({ teacherId }) => teacherId)
    const cancelled = await cancelWithOthers(db, school.id, at.id, others)
    await storeParticipants(db, school.id, at.id, teachers)
    await changeRow(db, at, round, hasOtherTeachers(present, teachers))
    cancelled.push(...(await cancelWithoutTime(db, school.id, at.id)))
    await notifyOfMeetings(db, { roundId: at.id, schoolId: school.id, by: user.id }, cancelled, false)
    return found(await roundOf(db, school.id, at.id))
  },

  async open({ db, school, user, now, input: { roundId, open } }) {
    const { openedAt, day } = found(await lockRound(db, school.id, roundId))
    if (day < school.today) throw conflict('This evening is over')
    if ((openedAt !== null) !== open) {
      const at = { table: 'meetingRounds', schoolId: school.id, id: roundId } as const
      await changeRow(db, at, { openedAt: open ? now : null })
      await publish(db, { event: 'meetings opened', schoolId: school.id, actorId: user.id, payload: { roundId } }, open)
    }
    return found(await roundOf(db, school.id, roundId))
  },

  async board({ db, school, input: { roundId, teacherId = null }, page }) {
    found(await roundOf(db, school.id, roundId))
    return boardOf(db, school.id, roundId, teacherId, page)
  },

  async bookFor({ db, school, user, now, input: { roundId, studentId, teacherId, starts } }) {
    const family = (await siblingsOf(db, school.id, studentId)).map((id) => ({ id, schoolId: school.id }))
    const booking = { roundId, family, by: user.id, now, forSchool: true }
    return { done: true as const, changed: await bookMeetings(db, booking, [{ studentId, teacherId, starts }]) }
  },

  async cancelFor({ db, school, user, input }) {
    const cancelled = await cancelBooking(db, school.id, input.roundId, input.bookingId)
    if (cancelled.length === 0) throw notFound()
    await notifyOfMeetings(db, { roundId: input.roundId, schoolId: school.id, by: user.id }, cancelled, false)
    return { done: true as const, changed: 1 }
  },
})

type Saving = Pick<Context<typeof meetings.save>, 'db' | 'school'> & { input: ReadInputOf<typeof meetings.save> }

/** The evening that was sent. Throws 400 if its times, its teachers or its classes cannot be so. */
async function readRound({ db, school, input }: Saving): Promise<RoundToStore> {
  const { breakFrom = null, breakTo = null, allFrom = null, classRoomIds, teachers } = input
  if (input.day < school.today) throw invalid('This date cannot be used', 'day')
  if (allFrom && allFrom > input.day) throw invalid('This date cannot be used', 'allFrom')
  const [from, to] = [minuteOf(input.fromTime), minuteOf(input.toTime)]
  if (from + input.minutes > to) throw invalid('The end must come after the start', 'toTime')
  if ((breakFrom === null) !== (breakTo === null)) throw invalid('Required', breakFrom ? 'breakTo' : 'breakFrom')
  if (breakFrom && breakTo && !(from <= minuteOf(breakFrom) && breakFrom < breakTo && minuteOf(breakTo) <= to))
    throw invalid('The break must lie within the evening', 'breakFrom')
  mustDiffer(classRoomIds, 'Invalid input', 'classRoomIds')
  if ((await countClasses(db, school.id, classRoomIds)) !== classRoomIds.length) throw notFound()
  const ids = teachers.map(({ teacherId }) => teacherId)
  mustDiffer(ids, 'Invalid input', 'teachers')
  if ((await countMembers(db, school.id, ids)) !== ids.length) throw notFound()
  const { title, day, fromTime, toTime, minutes, gap, closeHours } = input
  return { title, day, fromTime, toTime, minutes, gap, breakFrom, breakTo, classRoomIds, allFrom, closeHours }
}

type Participant = { teacherId: string; room: string | null }

const hasOtherTeachers = (present: readonly Participant[], next: readonly Participant[]) =>
  present.length !== next.length ||
  next.some(({ teacherId, room }) => present.find((one) => one.teacherId === teacherId)?.room !== room)
