import { plainDigits } from '#contract/language/text.ts'
import type { years } from '#contract/school/years/years.ts'
import { conflict, found, invalid } from '#server/base/errors.ts'
import type { Context } from '#server/call/implement.ts'
import { daysBetween } from '#server/base/days.ts'
import { publish } from '#server/outbox/events.ts'
import { lockSchool } from '#server/db/change-row.ts'
import {
  closeClasses,
  endSeats,
  endYear,
  isBuiltUpon,
  reopenClasses,
  restoreSeats,
  resumeYear,
  unfinishedOf,
} from './completing.queries.ts'
import { lockedYear, takeSeats } from './current.rules.ts'
import { yearOf } from './years.queries.ts'

/** What would be unfinished if the year were completed, and how many seats would end. */
export async function completionPlan({ db, school, input }: Context<typeof years.completionPlan>) {
  const { id, name } = found(await yearOf(db, school.id, input.schoolYearId))
  const { lastDay, ...unfinished } = await unfinishedOf(db, school.id, id, school.today)
  const daysLeft = lastDay === null ? null : Math.max(0, daysBetween(school.today, lastDay))
  return { schoolYearId: id, schoolYearName: name, daysLeft, ...unfinished }
}

/** Ends the current year, and with it the paid seats of the school. */
export async function completed({ db, user, school, audit, input }: Context<typeof years.complete>) {
  const { schoolYearId, name } = input
  await lockSchool(db, school.id)
  const year = await lockedYear(db, school.id, schoolYearId)
  if (year.completed) throw conflict('This year is already completed')
  if (!year.active) throw conflict('Only the current year can be completed')
  if (name != null && plainDigits(name) !== plainDigits(year.name))
    throw invalid('Type the name of the year as it is written', 'name')

  await endYear(db, school.id, year.id)
  await closeClasses(db, school.id, year.id)
  await endSeats(db, { schoolId: school.id, yearId: year.id, today: school.today })
  await publish(db, {
    event: 'year completed',
    schoolId: school.id,
    actorId: user.id,
    payload: { schoolYearId: year.id },
  })
  await audit('school year', year.id)
  return (await yearOf(db, school.id, year.id))!
}

/** Makes a completed year current again and restores the seats that it ended, as long as no later data depends on its end. */
export async function reopened({ db, user, school, audit, input }: Context<typeof years.reopen>) {
  await lockSchool(db, school.id)
  const year = await lockedYear(db, school.id, input.schoolYearId)
  if (!year.completed) throw conflict('Only a completed year can be reopened')
  if (await isBuiltUpon(db, school.id, year.id)) throw conflict('A later year already builds on this one')

  await resumeYear(db, school.id, year.id)
  await reopenClasses(db, school.id, year.id)
  await restoreSeats(db, school.id, year.id)
  await takeSeats({ db, user, school }, year.id)
  await audit('school year', year.id)
  return (await yearOf(db, school.id, year.id))!
}
