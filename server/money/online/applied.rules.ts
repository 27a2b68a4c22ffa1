import type { Secrets } from '#server/base/secrets.ts'
import type { Db } from '#server/db/db.ts'
import type { AccountRow } from './accounts.queries.ts'
import type { GatewayEvent } from './gateways/gateway.ts'
import type { NewGatewayPayment } from './payments.queries.ts'

export type Applying = {
  db: Db
  secrets: Secrets
  account: AccountRow
  now: Date
  /** The day of the school. */
  today: string
  verified: 'signature' | 'reading'
  /** For what an operator should look at. */
  alarm: (what: string) => void
}

/** What is stored of money that moved, before it is known what it is. */
export const movedRow = ({ account, now, today }: Applying, event: GatewayEvent): NewGatewayPayment => ({
  schoolId: account.schoolId,
  accountId: account.id,
  gateway: account.gateway,
  transactionId: event.transactionId,
  kind: event.kind,
  gatewayOrder: event.gatewayOrder,
  amount: event.amount,
  currency: event.currency,
  intentId: null,
  familyId: null,
  paymentId: null,
  state: 'unclear',
  why: null,
  postingId: null,
  receivedOn: today,
  now,
})
