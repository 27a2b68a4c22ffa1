import type { Db } from '#server/db/db.ts'
import { tooManyNumbers } from '#server/call/errors.ts'
import { lockSchool } from '#server/schools/schools.queries.ts'
import { newNumbersOfDay, pupilsOf } from './number-budget.queries.ts'

/** New numbers that a school may import in a day: so many for each of its students, and at least `importDay`. */
export type ImportFigures = { importDay: number; importStudent: number }

type Started = { id: string; added: number; guardians: number }

/** Refuses an import whose numbers, with those that the school imported within a day, are more than its students explain (decision 041). */
export async function mustSuffice(
  db: Db,
  schoolId: string,
  { id, added, guardians }: Started,
  { importDay, importStudent }: ImportFigures,
) {
  if (guardians === 0) return
  // Two imports that start at once would each find the budget of the other unspent.
  await lockSchool(db, schoolId)
  const { numbers, freeInSeconds } = await newNumbersOfDay(db, schoolId, id)
  if (numbers <= importDay) return
  const students = (await pupilsOf(db, schoolId)) + added
  if (numbers > students * importStudent) throw tooManyNumbers(freeInSeconds)
}
