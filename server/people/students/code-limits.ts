import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'
import { slowDown } from '#server/base/errors.ts'

/** How many times a minute a person may look up a student by code (api.md §9); a setting of the installation. */
export const codesAMinute = 10

/** Counts a look-up by code. Throws 429 if there are too many. */
export type StudentCodeLimits = (personId: string) => Promise<void>

export function studentCodeLimits(db: Db, aMinute: number): StudentCodeLimits {
  const ofPerson = counter(db, 'student-codes', 60)
  return async (personId) => {
    const { consumedPoints, msBeforeNext } = await ofPerson.penalty(personId)
    if (consumedPoints > aMinute) throw slowDown(msBeforeNext / 1000)
  }
}
