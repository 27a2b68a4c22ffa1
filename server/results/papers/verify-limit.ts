import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'
import { addressOf } from '#server/call/addresses.ts'
import { slowDown } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'

/** Counts a check of a paper from an address. Throws 429 if there are too many. */
export type VerifyLimit = (address: string) => Promise<void>

/** How many papers per minute may be checked from one address; a person checks only a few by hand. */
const checksAMinute = 30

export function verifyLimit(db: Db, secrets: Secrets, atMost = checksAMinute): VerifyLimit {
  const ofAddress = counter(db, 'paper-checks', 60)
  return async (address) => {
    const key = secrets.hmac('limits', addressOf(address)).toString('base64url')
    const { consumedPoints, msBeforeNext } = await ofAddress.penalty(key)
    if (consumedPoints > atMost) throw slowDown(msBeforeNext / 1000)
  }
}
