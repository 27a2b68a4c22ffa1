import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'
import { slowDown } from '#server/base/errors.ts'

/** Limits the guesses at one person's proof per hour. Counted before the check and outside the call. Throws 429. */
export type TriesOfPerson = {
  /** Each `place` has a count of its own, so that tries elsewhere do not keep the person from theirs. */
  trying: (personId: string, place?: string) => Promise<void>
  succeeded: (personId: string, place?: string) => Promise<unknown>
}

/** `exceeded` is called once, at the first try above the limit. */
export function triesOfPerson(
  db: Db,
  { proof, atMost, exceeded }: { proof: string; atMost: number; exceeded?: (personId: string) => void },
): TriesOfPerson {
  const tries = counter(db, proof, 3600)
  return {
    async trying(personId, place) {
      const { consumedPoints, msBeforeNext } = await tries.penalty(keyOf(personId, place))
      if (consumedPoints === atMost + 1) exceeded?.(personId)
      if (consumedPoints > atMost) throw slowDown(msBeforeNext / 1000)
    },
    succeeded: (personId, place) => tries.delete(keyOf(personId, place)),
  }
}

const keyOf = (personId: string, place?: string) => (place ? `${personId} ${place}` : personId)
