import type { Clock } from '#server/base/clock.ts'
import { withDb } from '#server/db/connected.ts'
import type { DatabaseAddress } from '#server/db/client.ts'
import type { Db } from '#server/db/db.ts'
import { accountNamed } from './accounts.queries.ts'
import { gatewayOf } from './accounts.rules.ts'
import { inSchool, storeEvents } from './callbacks.ts'
import { GatewayAway, isRefused } from './gateways/away.ts'
import type { PaysOnline } from './intents.rules.ts'
import {
  intentsToRead,
  intentWasRead,
  refundsToSend,
  refundWasSent,
  takeRefund,
  type ToRead,
  type ToSend,
} from './reading.queries.ts'

/** How many intents and refunds one round takes. */
const atOnce = 50

export type ReadingParts = {
  owner: DatabaseAddress
  db: Db
  clock: Clock
  online: PaysOnline
  alarm: (what: string) => void
}

/**
 * Asks gateways about intents of which no callback came, and sends the refunds that two people decided. One that cannot be reached is asked again in
 * the next round.
 */
export async function readGateways(parts: ReadingParts) {
  const now = parts.clock.now()
  const [intents, refunds] = await withDb(parts.owner, async (db) => [
    await intentsToRead(db, now, atOnce),
    await refundsToSend(db, now, atOnce),
  ])
  for (const intent of intents) await unlessAway(() => readIntent(parts, intent, now))
  for (const refund of refunds) await unlessAway(() => goOnWith(parts, refund, now))
  return { intents: intents.length, refunds: refunds.length }
}

async function unlessAway(work: () => Promise<unknown>) {
  try {
    await work()
  } catch (problem) {
    if (!(problem instanceof GatewayAway)) throw problem
  }
}

async function opened({ db, online }: ReadingParts, accountId: string) {
  const account = await db.transaction().execute((tx) => accountNamed(tx, accountId))
  return { account: account!, gateway: gatewayOf(online.gateways, online.secrets, account!) }
}

async function readIntent(parts: ReadingParts, { id, accountId, gatewayOrder }: ToRead, now: Date) {
  const { account, gateway } = await opened(parts, accountId)
  const events = await gateway.read(gatewayOrder)
  const told = { events, verified: 'reading' as const, isCallback: false }
  await storeEvents({ ...parts, now }, account, told, (tx) => intentWasRead(tx, account.schoolId, id, now))
}

/** Sends a refund once. If it is unknown whether it was sent, it is never sent again: the gateway is read. */
async function goOnWith(parts: ReadingParts, refund: ToSend, now: Date) {
  const { account, gateway } = await opened(parts, refund.accountId)
  const { db } = parts
  if (refund.state === 'confirmed') {
    if (!(await inSchool(db, account, (tx) => takeRefund(tx, refund, now)))) return
    try {
      await gateway.refund(refund.transactionId, refund.amount, refund.currency)
      await inSchool(db, account, (tx) => refundWasSent(tx, refund, 'sent', now))
    } catch (problem) {
      // A refusal is certain: nothing went back. After anything else it may have.
      if (!isRefused(problem)) throw problem
      await inSchool(db, account, (tx) => refundWasSent(tx, refund, 'failed', now))
    }
    return
  }
  const events = await gateway.read(refund.gatewayOrder)
  const told = { events, verified: 'reading' as const, isCallback: false }
  await storeEvents({ ...parts, now }, account, told, (tx) => refundWasSent(tx, refund, 'sent', now))
}
