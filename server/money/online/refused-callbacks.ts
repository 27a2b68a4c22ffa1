import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'

/** At how many refused callbacks of an account in an hour the log says so. */
const alarming = 20

/** Counts callbacks that were not signed by the gateway of an account, in all processes together. */
export function refusedCallbacks(counters: Db, alarm: (what: string) => void) {
  const refused = counter(counters, 'gateway-refused', 3600)
  return async (accountId: string) => {
    const { consumedPoints } = await refused.penalty(accountId)
    if (consumedPoints === alarming)
      alarm(`${alarming} callbacks for the gateway account ${accountId} were not signed by it within an hour`)
  }
}
