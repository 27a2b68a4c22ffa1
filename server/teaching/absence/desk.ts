import { desk, deskRows } from '#contract/teaching/absence/desk.ts'
import { conflict } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { mustBeSchoolDay } from '#server/school/calendar/calendar.rules.ts'
import { closingRow } from '#server/school/presence/open-days.queries.ts'
import { weekDayOf } from '#server/base/days.ts'
import { lockRow } from '#server/db/change-row.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { publish } from '#server/outbox/events.ts'
import { nameOfPerson } from './names.queries.ts'
import { deskOf, insertCall, insertReminder, isOnDesk } from './desk.queries.ts'

export const deskOperations = implement(desk, {
  async get({ db, school, reach, now }) {
    const { id: schoolId, today } = school
    const rows = await deskOf(db, { schoolId, reach, today, most: deskRows })
    return { schoolId, asOf: now.toISOString(), today, weekDay: weekDayOf(today), ...rows }
  },

  async noteCall({ db, user, school, input: { studentId, outcome, note = null } }) {
    if (!(await isOnDesk(db, school.id, studentId, school.today)))
      throw conflict('This student is not absent or late today')
    const call = { schoolId: school.id, studentId, day: school.today, outcome, note, madeBy: user.id }
    const { at } = await insertCall(db, call)
    await signalChanges(db, [schoolChanged(school.id)])
    return { outcome, note, byName: await nameOfPerson(db, user.id), at }
  },

  async remind({ db, user, school, input: { classRoomId } }) {
    const day = school.today
    const { rows } = await closingRow(school.id, classRoomId, day).execute(db)
    mustBeSchoolDay(rows[0])
    // The lock makes sure that two people who press at once send only one reminder.
    await lockRow(db, { table: 'classRooms', schoolId: school.id, id: classRoomId })
    const stored = await insertReminder(db, { schoolId: school.id, classRoomId, day, madeBy: user.id })
    if (!stored) throw conflict('This register is there, or was reminded of a moment ago')
    await publish(db, {
      event: 'register missing',
      schoolId: school.id,
      actorId: user.id,
      payload: { classRoomId, date: day },
    })
    await signalChanges(db, [schoolChanged(school.id)])
    return { classRoomId, byName: await nameOfPerson(db, user.id), at: stored.at }
  },
})
