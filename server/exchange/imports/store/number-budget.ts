import type { Db } from '#server/db/db.ts'
import { tooManyNumbers } from '#server/base/errors.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { newNumbersOfDay, pupilsOf } from './number-budget.queries.ts'

/** New phone numbers that a school may import per day: this many per student, and at least `importDay`. */
export type ImportFigures = { importDay: number; importStudent: number }

type Started = { id: string; added: number; guardians: number }

/** Refuses an import if its numbers, together with those of the last day, are more than the number of students justifies (decision 041). */
export async function mustSuffice(
  db: Db,
  schoolId: string,
  { id, added, guardians }: Started,
  { importDay, importStudent }: ImportFigures,
) {
  if (guardians === 0) return
  // Otherwise two imports that start at once would not see each other's numbers.
  await lockSchool(db, schoolId)
  const { numbers, freeInSeconds } = await newNumbersOfDay(db, schoolId, id)
  if (numbers <= importDay) return
  const students = (await pupilsOf(db, schoolId)) + added
  if (numbers > students * importStudent) throw tooManyNumbers(freeInSeconds)
}
