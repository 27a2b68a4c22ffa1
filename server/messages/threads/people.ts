import type { Db } from '#server/db/db.ts'
import { weekdayNames } from './hours.rules.ts'
import { openWeekdays, type StoredSettings } from './settings.queries.ts'
import { peopleOfChild } from './threads.queries.ts'

/** The people of a child with the hours in which they are notified: their own, or those of the school on its open days. */
export async function peopleWithHours(
  db: Db,
  schoolId: string,
  studentId: string,
  settings: StoredSettings,
  now: Date,
) {
  const people = await peopleOfChild(db, schoolId, studentId, now)
  const open = await openWeekdays(db, schoolId)
  const frame = open.map((weekday) => ({ weekday, from: settings.frameFrom, to: settings.frameTo }))
  return people.map(({ hours, readsAt, ...person }) => ({
    ...person,
    hours: (hours.length > 0 ? hours : frame).map((day) => ({ ...day, weekday: weekdayNames[day.weekday]! })),
    readsAt: new Date(readsAt) > now ? readsAt : null,
  }))
}
