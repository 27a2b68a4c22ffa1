import { elsewhere as contract, elsewhereAhead } from '#contract/teaching/lessons/elsewhere.ts'
import { isRecordable } from '#contract/teaching/attendance/attendance.ts'
import { daysFrom } from '#server/base/days.ts'
import { conflict, forbidden, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { mustBeSchoolDay } from '#server/school/calendar/calendar.rules.ts'
import { dayFollows } from './day-follows.ts'
import { insertElsewhere, openElsewhere, removeElsewhere, whoseLessons } from './elsewhere.queries.ts'

type Caller = {
  db: Db
  user: { id: string }
  school: { id: string; today: string }
  may: (key: 'HandleAbsence') => boolean
}

export const elsewhereOperations = implement(contract, {
  async save({ reach, input: { studentIds, eventName, ...input }, ...caller }) {
    const { db, user, school } = caller
    const of = { schoolId: school.id, ...input }
    mustDiffer(studentIds, 'A student is listed twice')
    if (of.fromNumber > of.toNumber) throw invalid('The last lesson is before the first', 'toNumber')
    const opened = await open(caller, of)
    mustBeSchoolDay(opened.closing)
    if (!opened.takesLessons) throw conflict('The register of this class is taken once a day')
    const { hasLesson, known } = await whoseLessons(db, of, studentIds, reach)
    if (!hasLesson) throw invalid('This class has no such lesson on this day', 'fromNumber')
    if (studentIds.some((id) => !known.has(id))) throw invalid('A student is not in this lesson', 'studentIds')
    const eventId = await insertElsewhere(db, { ...of, name: eventName, madeBy: user.id }, studentIds)
    await opened.follow(studentIds)
    return { eventId }
  },

  async remove({ input: { eventId, ...input }, ...caller }) {
    const of = { schoolId: caller.school.id, ...input }
    const opened = await open(caller, of)
    const studentIds = await removeElsewhere(caller.db, of, eventId)
    if (studentIds.length === 0) throw notFound()
    await opened.follow(studentIds)
    return { done: true as const, changed: studentIds.length }
  },
})

/** Refuses days on which the caller may not say how lessons count; what it answers derives the days of students anew. */
async function open({ db, user, school, may }: Caller, of: { schoolId: string; classRoomId: string; date: string }) {
  const { classRoomId, date } = of
  const { today } = school
  if (date > daysFrom(today, elsewhereAhead) || (date <= today && !isRecordable(date, today)))
    throw invalid('This date cannot be used', 'date')
  const opened = await openElsewhere(db, { ...of, today }, user.id)
  if (!opened.active) throw conflict('This class is not active')
  if (opened.until !== null && today > opened.until && !may('HandleAbsence'))
    throw forbidden('This lesson can no longer be changed; ask the office')
  const register = { school, classRoomId, date, actorId: user.id, countsAbsence: opened.countsAbsence }
  const follow = async (studentIds: string[]) => {
    if (date <= today) await dayFollows(db, register, studentIds)
  }
  return { ...opened, follow }
}
