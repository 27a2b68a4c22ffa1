import { platformHome } from '#contract/overviews/home/platform-home.ts'
import { implement } from '#server/call/implement.ts'
import type { Holder } from '#server/access/may.ts'
import type { Db } from '#server/db/db.ts'
import { civilDay, daysFrom, homeZone } from '#server/base/days.ts'
import { requestsWaiting } from '#server/platform/payments/payment-requests.queries.ts'
import { requestsWithMay } from '#server/platform/payments/payments.rules.ts'
import { activityOf, neverOpened, takenSince } from './platform-home.queries.ts'

const requestsAtMost = 5

export const platformHomeOperations = implement(platformHome, {
  async get({ db, user, now }) {
    const { appKeys } = user.rights
    const today = civilDay(now, homeZone)
    return {
      asOf: now.toISOString(),
      payments: appKeys.includes('ViewPaymentsRequests') ? await waiting({ db, user }) : null,
      month: appKeys.includes('ViewPaymentsTransaction') ? await takenSince(db, `${today.slice(0, 8)}01`) : null,
      newSchools: await neverOpened(db),
      activity: await activityOf(db, daysFrom(today, -6)),
    }
  },
})

async function waiting(reader: { db: Db; user: Holder }) {
  const { rows, total } = await requestsWaiting(reader.db, requestsAtMost)
  return { count: total, requests: await requestsWithMay(reader, rows) }
}
