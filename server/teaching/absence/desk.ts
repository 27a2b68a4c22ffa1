import { desk, deskRows } from '#contract/teaching/absence/desk.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { mustBeSchoolDay } from '#server/school/calendar/calendar.rules.ts'
import { closingRow } from '#server/school/presence/open-days.queries.ts'
import { momentIn, weekDayOf } from '#server/base/days.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { lockRow } from '#server/db/change-row.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { publish } from '#server/outbox/events.ts'
import { insertLessonReminder, lessonInTimetable, missingLessons, takesLessonsRow } from './missing-lessons.queries.ts'
import { nameOfPerson } from './names.queries.ts'
import { deskOf, insertCall, insertReminder, isOnDesk } from './desk.queries.ts'

export const deskOperations = implement(desk, {
  async get({ db, school, reach, now }) {
    const { id: schoolId, today, timeZone } = school
    const asOf = now.toISOString()
    const of = { schoolId, reach, today, most: deskRows }
    const read = await sideBySide(db, {
      desks: deskOf(of),
      missingLessons: missingLessons({ ...of, time: momentIn(asOf, timeZone).slice(11, 16) }),
    })
    return {
      schoolId,
      asOf,
      today,
      weekDay: weekDayOf(today),
      ...read.desks[0]!,
      missingLessons: read.missingLessons,
    }
  },

  async noteCall({ db, user, school, input: { studentId, outcome, note = null } }) {
    if (!(await isOnDesk(db, school.id, studentId, school.today)))
      throw conflict('This student is not absent or late today')
    const call = { schoolId: school.id, studentId, day: school.today, outcome, note, madeBy: user.id }
    const { at } = await insertCall(db, call)
    await signalChanges(db, [schoolChanged(school.id)])
    return { outcome, note, byName: await nameOfPerson(db, user.id), at }
  },

  async remind({ db, user, school, input: { classRoomId, number = null, groupId = null } }) {
    const day = school.today
    const of = { schoolId: school.id, classRoomId, groupId, day, madeBy: user.id }
    const read = await sideBySide(db, {
      closings: closingRow(school.id, classRoomId, day),
      rooms: takesLessonsRow(school.id, classRoomId, day),
    })
    mustBeSchoolDay(read.closings[0])
    const lesson = await lessonToRemind(db, { ...of, number }, read.rooms[0]!.takesLessons)
    // The lock makes sure that two people who press at once send only one reminder.
    await lockRow(db, { table: 'classRooms', schoolId: school.id, id: classRoomId })
    const stored = number === null ? await insertReminder(db, of) : await insertLessonReminder(db, { ...of, number })
    if (!stored) throw conflict('This register is there, or was reminded of a moment ago')
    await publish(db, {
      event: 'register missing',
      schoolId: school.id,
      actorId: user.id,
      payload: { classRoomId, date: day, ...(lesson && { lesson }) },
    })
    await signalChanges(db, [schoolChanged(school.id)])
    return { classRoomId, byName: await nameOfPerson(db, user.id), at: stored.at }
  },
})

type Reminded = { schoolId: string; classRoomId: string; groupId: string | null; day: string; number: number | null }

/** The lesson that is meant, if a class takes lessons; undefined if it takes the register of the day. */
async function lessonToRemind(db: Db, { number, ...of }: Reminded, takesLessons: boolean) {
  if (number === null) {
    if (takesLessons) throw conflict('The day of this class follows from its lessons')
    return undefined
  }
  if (!takesLessons) throw conflict('The register of this class is taken once a day')
  const lessonId = await lessonInTimetable(db, { ...of, number })
  if (!lessonId) throw invalid('This class has no such lesson on this day', 'number')
  return { lessonId, groupId: of.groupId }
}
