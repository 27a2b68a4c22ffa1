import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'
import { slowDown } from '#server/call/errors.ts'

/** Wrong old passwords until one must wait, an hour from the first. */
const triesAtMost = 5

/** Limits guesses of a password from a session left open: counted before the check, outside the call. Throws 429. */
export type PasswordLimits = {
  trying: (personId: string) => Promise<void>
  succeeded: (personId: string) => Promise<unknown>
}

export function passwordLimits(db: Db): PasswordLimits {
  const tries = counter(db, 'old-password', 3600)
  return {
    async trying(personId) {
      const { consumedPoints, msBeforeNext } = await tries.penalty(personId)
      if (consumedPoints > triesAtMost) throw slowDown(msBeforeNext / 1000)
    },
    succeeded: (personId) => tries.delete(personId),
  }
}
