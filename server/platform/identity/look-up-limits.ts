import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'
import { slowDown } from '#server/base/errors.ts'

/** How often a person may be looked up by phone (api.md §9); settings of the installation. */
export type LookUpFigures = {
  personMinute: number
  schoolDay: number
  /** New phone numbers of guardians that a school may import per day: this many per student, and at least `importDay`. */
  importDay: number
  importStudent: number
}

export const lookUpFigures: LookUpFigures = {
  personMinute: 30,
  schoolDay: 200,
  importDay: 10_000,
  importStudent: 3,
}

/** Counts a look-up for the caller and for each school that allows it. Throws 429 if there are too many. */
export type LookUpLimits = (personId: string, schoolIds: readonly string[]) => Promise<void>

export function lookUpLimits(db: Db, figures: Pick<LookUpFigures, 'personMinute' | 'schoolDay'>): LookUpLimits {
  const ofPerson = counter(db, 'look-ups', 60)
  const ofSchool = counter(db, 'look-ups-school', 24 * 3600)

  return async (personId, schoolIds) => {
    const { consumedPoints, msBeforeNext } = await ofPerson.penalty(personId)
    if (consumedPoints > figures.personMinute) throw slowDown(msBeforeNext / 1000)

    const counts = await Promise.all(schoolIds.map((id) => ofSchool.penalty(id)))
    const over = counts.filter((count) => count.consumedPoints > figures.schoolDay)
    if (over.length > 0) throw slowDown(Math.max(...over.map((count) => count.msBeforeNext)) / 1000)
  }
}
