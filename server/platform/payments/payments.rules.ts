import { paymentRequests, payments } from '#contract/platform/payments/payments.ts'
import type { Permission } from '#contract/language/permissions.ts'
import type { Holder } from '#server/access/may.ts'
import type { Db } from '#server/db/db.ts'
import { othersMoney } from './coins.rules.ts'

type Reader = { db: Db; user: Holder }
type Deciding = { access: { keys: readonly Permission[] } }

const holds = ({ rights }: Holder, { access }: Deciding) => access.keys.some((key) => rights.appKeys.includes(key))

type Request = { schoolId: string; requestedBy: string; approved: boolean | null }

/** Requests, and whether the caller may decide them, by the same rule that refuses it. */
export async function requestsWithMay<Row extends Request>({ db, user }: Reader, requests: Row[]) {
  const [approves, rejects] = [holds(user, paymentRequests.approve), holds(user, paymentRequests.reject)]
  const waits = requests.some(({ approved }) => approved === null)
  const isOthers = waits && (approves || rejects) && (await othersMoney(db, user.id))
  return requests.map((request) => {
    const decides = isOthers && request.approved === null && isOthers(request)
    return { ...request, may: { approve: decides && approves, reject: decides && rejects } }
  })
}

type Payment = { fromId: string; adjusts: string | null }

/** Payments, and whether the caller may correct them, by the same rules that refuse it. */
export async function paymentsWithMay<Row extends Payment>({ db, user }: Reader, rows: Row[]) {
  const isOthers = holds(user, payments.correct) && (await othersMoney(db, user.id))
  return rows.map((row) => {
    const correct = isOthers && row.adjusts === null && isOthers({ schoolId: row.fromId })
    return { ...row, may: { correct } }
  })
}
