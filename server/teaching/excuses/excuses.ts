import { childOf } from '#server/access/own-child.queries.ts'
import { excuseDays, excuses, NewExcuse } from '#contract/teaching/absence/excuses.ts'
import { conflict, found, invalid } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { daysBetween, daysFrom, withCivilDays } from '#server/base/days.ts'
import { lockRow } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { mustNotBeMerged } from '#server/people/students/merged.rules.ts'
import { signalHolders } from '#server/platform/live/settled.queries.ts'
import { isFreeForExcuse } from '#server/platform/pictures/media.queries.ts'
import { publish } from '#server/outbox/events.ts'
import { dayOfLessons } from './excused-hours.queries.ts'
import {
  type Days,
  type Hours,
  decideExcuse,
  excuseMarks,
  excuseOf,
  excusesIn,
  excuseWithin,
  hasOpenDay,
  insertExcuse,
  isCovered,
  lockExcuse,
  undecideExcuse,
  unexcuseMarks,
} from '#server/teaching/absence/excuses.queries.ts'

export const excuseOperations = implement(excuses, {
  async ask({ db, user, input }) {
    const child = found(await childOf(db, user, input.studentId))
    const { schoolId, classRoomId, today, seatEndedOn } = child
    // The child's school, and with it the time zone that decides which day a moment belongs to.
    const {
      studentId,
      excuseKind: kind,
      text = null,
      imageUrl = null,
      ...named
    } = withCivilDays(NewExcuse, input, child.timeZone)
    const days = daysOf(schoolId, studentId, named)
    const hours = hoursOf(named, days)
    mustBeUsable(days, today)
    if (seatEndedOn && days.toDay > seatEndedOn) throw invalid('This date cannot be used', 'toDay')
    if (daysBetween(days.toDay, today) > (await excuseWithin(db, schoolId)))
      throw conflict('The time to excuse these days is over', { field: 'fromDay' })

    if (imageUrl !== null && !(await isFreeForExcuse(db, imageUrl, studentId, user.id)))
      throw invalid('This picture is not yours to use', 'imageUrl')
    await mustBeFree(db, { ...days, ...hours })
    const id = await insertExcuse(db, {
      ...days,
      ...hours,
      kind,
      text,
      imageUrl,
      byParent: true,
      askedBy: user.id,
      acceptedBy: null,
    })
    await publish(db, {
      event: 'excuse asked',
      schoolId,
      actorId: user.id,
      payload: { excuseId: id, studentId, classRoomId },
    })
    await signalChanges(db, [schoolChanged(schoolId)])
    return found(await excuseOf(db, schoolId, id))
  },

  waiting: ({ db, school, reach, input: { search, decided }, page }) =>
    excusesIn(db, { schoolId: school.id, reach, list: decided ? 'decided' : 'waiting', search }, page),

  ofStudent({ db, school, reach, input: { studentId }, page, readsStudent }) {
    readsStudent(studentId)
    return excusesIn(db, { schoolId: school.id, reach, studentId }, page)
  },

  async enter({ db, user, school, input: { studentId, excuseKind: kind, text = null, ...named } }) {
    const days = daysOf(school.id, studentId, named)
    const hours = hoursOf(named, days)
    mustBeUsable(days, school.today)
    await mustBeFree(db, { ...days, ...hours })
    await mustNotBeMerged(db, school.id, [studentId])
    const id = await insertExcuse(db, {
      ...days,
      ...hours,
      kind,
      text,
      imageUrl: null,
      byParent: false,
      askedBy: user.id,
      acceptedBy: user.id,
    })
    await accepted(db, days, isOfHours(hours), user.id)
    return found(await excuseOf(db, school.id, id))
  },

  async decide({ db, user, school, input: { studentId, excuseId, accept, reason = null } }) {
    // Locks the student first. So a register that is being saved either finds the excuse accepted or is stored before and excused here.
    await lockRow(db, { table: 'students', schoolId: school.id, id: studentId })
    const { fromDay, toDay, ofHours, ...stored } = found(await lockExcuse(db, school.id, studentId, excuseId))
    if (stored.accepted !== null) throw conflict('This request has already been decided')
    if (!accept && !reason) throw invalid('Required', 'reason')

    await decideExcuse(db, school.id, excuseId, { accepted: accept, decidedBy: user.id, reason })
    const days = { schoolId: school.id, studentId, fromDay, toDay }
    if (accept) await accepted(db, days, ofHours, user.id)
    else await signalChanges(db, [schoolChanged(school.id)])
    await signalHolders(db, 'DecideExcuses', school.id)
    await publish(db, {
      event: 'excuse decided',
      schoolId: school.id,
      actorId: user.id,
      payload: { excuseId, studentId, accepted: accept },
    })
    return found(await excuseOf(db, school.id, excuseId))
  },

  async undo({ db, user, school, input: { studentId, excuseId } }) {
    // The same order of locks as a decision.
    await lockRow(db, { table: 'students', schoolId: school.id, id: studentId })
    const {
      fromDay,
      toDay,
      ofHours,
      accepted: wasAccepted,
    } = found(await lockExcuse(db, school.id, studentId, excuseId))
    if (wasAccepted === null) throw conflict('This excuse waits for a decision')

    const days = { schoolId: school.id, studentId, fromDay, toDay }
    if (wasAccepted && !ofHours) await unexcuseMarks(db, days, excuseId, user.id)
    await undecideExcuse(db, school.id, excuseId)
    if (wasAccepted && ofHours) await dayOfLessons(db, days, user.id)
    await absencesChanged(db, days, user.id)
    await signalHolders(db, 'DecideExcuses', school.id)
    return found(await excuseOf(db, school.id, excuseId))
  },
})

const daysOf = (
  schoolId: string,
  studentId: string,
  { fromDay, toDay }: { fromDay: string; toDay?: string | null | undefined },
): Days => ({ schoolId, studentId, fromDay, toDay: toDay ?? fromDay })

const oldest = 400

/**
 * Parents may announce future days, which the desk lists one day before. They may begin at most as many days ahead as one excuse may cover.
 */
function mustBeUsable({ fromDay, toDay }: Days, today: string) {
  const isUsable =
    fromDay <= toDay &&
    daysBetween(fromDay, toDay) < excuseDays &&
    fromDay <= daysFrom(today, excuseDays) &&
    daysBetween(fromDay, today) <= oldest
  if (!isUsable) throw invalid('This date cannot be used', 'fromDay')
}

/** Throws 400 for a part of several days, and for hours that end before they begin. */
function hoursOf(
  { fromTime = null, toTime = null }: { fromTime?: string | null | undefined; toTime?: string | null | undefined },
  { fromDay, toDay }: Days,
): Hours {
  if (isOfHours({ fromTime, toTime }) && fromDay !== toDay) throw invalid('A part of a day is of one day', 'toDay')
  if (fromTime && toTime && fromTime >= toTime) throw invalid('Invalid time', 'toTime')
  return { fromTime, toTime }
}

const isOfHours = ({ fromTime, toTime }: Hours) => (fromTime ?? toTime) !== null

async function mustBeFree(db: Db, days: Days & Hours) {
  if (!(await hasOpenDay(db, days))) throw invalid('This date cannot be used', 'fromDay')
  await lockRow(db, { table: 'students', schoolId: days.schoolId, id: days.studentId })
  if (await isCovered(db, days)) throw conflict('One of these days has an excuse already', { field: 'fromDay' })
}

/** What accepting an excuse does: the absences of its days, or of lessons within its hours, become excused, and the counts are computed again. */
async function accepted(db: Db, days: Days, ofHours: boolean, personId: string) {
  if (ofHours) await dayOfLessons(db, days, personId)
  else await excuseMarks(db, days, personId)
  await absencesChanged(db, days, personId)
}

async function absencesChanged(db: Db, days: Days, personId: string) {
  await publish(db, {
    event: 'absence changed',
    schoolId: days.schoolId,
    actorId: personId,
    payload: { studentIds: [days.studentId] },
  })
  await signalChanges(db, [schoolChanged(days.schoolId)])
}
