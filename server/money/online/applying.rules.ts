import { createHash } from 'node:crypto'
import { exact } from '#contract/money/fees/amounts.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { childrenOfFamily, duesOfFamily, lockFamily } from '#server/money/fees/family.queries.ts'
import { wayOf } from '#server/money/fees/settings.queries.ts'
import { insertPostings, type NewLine } from '#server/money/fees/postings.queries.ts'
import { type Filled, issueReceipt, linesOf, type ReceiptLine } from '#server/money/fees/taking.rules.ts'
import { publish } from '#server/outbox/events.ts'
import { type Applying, movedRow } from './applied.rules.ts'
import type { GatewayEvent } from './gateways/gateway.ts'
import { type LockedIntent, lockIntent, settleIntent } from './intents.queries.ts'
import {
  changePayment,
  insertGatewayEvent,
  insertPayment,
  paymentByTransaction,
  paymentsOfOrder,
  type Why,
} from './payments.queries.ts'
import { applyRefund } from './refunding.rules.ts'

/** Does what a verified word of a gateway asks for, once, however often and in whatever order the words come. */
export async function applyEvent(of: Applying, event: GatewayEvent) {
  const isHandled = event.outcome === 'pending' ? false : await handled(of, event)
  const { db, account, verified, now } = of
  const isNew = await insertGatewayEvent(db, {
    schoolId: account.schoolId,
    accountId: account.id,
    gateway: account.gateway,
    transactionId: event.transactionId,
    body: event.body,
    bodyHash: createHash('sha256')
      .update(JSON.stringify([event.kind, event.outcome, event.body]))
      .digest(),
    verified,
    handledAt: isHandled ? now : null,
  })
  if (isNew && !isHandled) await alarmOfOther(of, event)
}

async function handled(of: Applying, event: GatewayEvent): Promise<boolean> {
  const { db, account, now } = of
  const intent = await lockIntent(db, account.schoolId, account.id, event.gatewayOrder)
  if (await paymentByTransaction(db, account.schoolId, account.gateway, event.transactionId)) return false
  if (event.kind === 'refund') return event.outcome === 'paid' && applyRefund(of, event)
  if (event.outcome === 'paid') return received(of, event, intent)
  if (intent?.state !== 'open') return false
  await settleIntent(db, { schoolId: account.schoolId, id: intent.id, state: 'declined', now })
  if (intent.familyId) await publishPayment(of, intent, intent.familyId, false)
  return true
}

/** A transaction that is known, reported again with another amount, currency or order: somebody should know. */
async function alarmOfOther({ db, account, alarm }: Applying, event: GatewayEvent) {
  const known = await paymentByTransaction(db, account.schoolId, account.gateway, event.transactionId)
  if (!known) return
  const isSame =
    exact(known.amount) === exact(event.amount) &&
    known.currency === event.currency &&
    known.gatewayOrder === event.gatewayOrder &&
    known.kind === event.kind
  if (!isSame) alarm(`the gateway of account ${account.id} reported a transaction a second time with other figures`)
}

/** Money that came in. It is posted if it is what was set out to be paid; otherwise a person looks at it. */
async function received(of: Applying, event: GatewayEvent, intent: LockedIntent | undefined) {
  const { db, account, now } = of
  const why = whyUnclear(event, intent)
  if (why) return unclear(of, event, intent, why)
  if (!intent!.familyId) {
    await insertPayment(db, { ...movedRow(of, event), intentId: intent!.id, state: 'test' })
    await settleIntent(db, { schoolId: account.schoolId, id: intent!.id, state: 'paid', now })
    return true
  }
  await posted(of, event, { ...intent!, familyId: intent!.familyId })
  // A refund that was reported before its payment has waited for it.
  const waiting = await paymentsOfOrder(db, account.schoolId, account.id, event.gatewayOrder)
  for (const refund of waiting.filter(({ kind, state }) => kind === 'refund' && state === 'waiting'))
    await applyRefund(of, { ...event, ...refund, kind: 'refund', isTotal: false }, refund.id)
  return true
}

function whyUnclear(event: GatewayEvent, intent: LockedIntent | undefined): Why | null {
  if (!intent) return 'noIntent'
  if (event.currency !== intent.currency) return 'currency'
  return exact(event.amount) === exact(intent.amount) ? null : 'amount'
}

async function unclear(of: Applying, event: GatewayEvent, intent: LockedIntent | undefined, why: Why) {
  const { db, account, now } = of
  const { schoolId } = account
  const row = { ...movedRow(of, event), intentId: intent?.id ?? null, familyId: intent?.familyId ?? null }
  const id = await insertPayment(db, { ...row, state: 'unclear', why })
  if (id === null) return false
  if (intent && intent.state !== 'paid') await settleIntent(db, { schoolId, id: intent.id, state: 'unclear', now })
  await publish(db, { event: 'fees to look at', schoolId, actorId: null, payload: { of: 'unclear', id } })
  return true
}

type OfFamily = LockedIntent & { familyId: string }

/** Posts a payment to the parts that it was meant for, or wholly to the credit of the family if one of them is not owed so any more. */
async function posted(of: Applying, event: GatewayEvent, intent: OfFamily) {
  const { db, account, now } = of
  const { schoolId } = account
  await lockFamily(db, schoolId, intent.familyId)
  const meant = await partsMeant(db, schoolId, intent)
  const isCredited = meant === null
  const paid = isCredited ? { parts: [], left: exact(event.amount) } : { parts: meant, left: 0n }
  const { lines, stated } = linesOf(paid, intent.familyId, { to: 'clearing' })
  const to = { familyId: intent.familyId, madeBy: intent.payerId, reason: null }
  const { postingId, receiptId } = await postReceived(of, event, { ...to, lines, stated })
  const row = { ...movedRow(of, event), intentId: intent.id, familyId: intent.familyId, postingId, receiptId }
  await insertPayment(db, { ...row, state: 'posted' })
  if (intent.state !== 'paid')
    await settleIntent(db, { schoolId, id: intent.id, state: isCredited ? 'credited' : 'paid', now, receiptId })
  if (isCredited) await publishPayment(of, intent, intent.familyId, true)
}

/** The parts as they were chosen; null if the intent is over or one of them is owed less by now. */
async function partsMeant(db: Db, schoolId: string, { familyId, dueIds, shares, state }: OfFamily) {
  if (state !== 'open' && state !== 'declined') return null
  const dues = await duesOfFamily(db, schoolId, familyId)
  const parts = dueIds.map((id, nth) => ({ due: dues.find((one) => one.id === id), share: exact(shares[nth]!) }))
  return parts.every((part): part is Filled => part.due !== undefined && exact(part.due.open) >= part.share)
    ? parts
    : null
}

type Received = {
  familyId: string
  madeBy: string
  reason: string | null
  lines: readonly NewLine[]
  stated: readonly ReceiptLine[]
}

/** Posts money of a gateway and issues its receipt. The family must be locked. */
export async function postReceived(of: Applying, event: Pick<GatewayEvent, 'amount' | 'transactionId'>, to: Received) {
  const { db, secrets, account, today } = of
  const { schoolId } = account
  const { familyId, madeBy, reason, lines, stated } = to
  const postingId = newId()
  await insertPostings(db, schoolId, [{ id: postingId, kind: 'payment', day: today, madeBy, reason, lines }])
  const paid = [...new Set(lines.flatMap(({ studentId }) => studentId ?? []))]
  const way = (await wayOf(db, schoolId, account.wayId))!
  const { id: receiptId, printed } = await issueReceipt(
    { db, user: { id: madeBy }, school: { id: schoolId, today } },
    secrets,
    {
      familyId,
      amount: event.amount,
      way,
      reference: event.transactionId.slice(0, 60),
      receivedOn: today,
      dueIds: [],
      payerId: null,
      reason,
      postingId,
      studentIds: paid.length > 0 ? paid : await childrenOfFamily(db, schoolId, familyId),
      stated,
      reverses: null,
      takenBy: way.name,
    },
  )
  return { postingId, receiptId, printed }
}

async function publishPayment({ db, account }: Applying, intent: LockedIntent, familyId: string, credited: boolean) {
  const { schoolId } = account
  const studentIds = await childrenOfFamily(db, schoolId, familyId)
  const payload = { intentId: intent.id, payerId: intent.payerId, studentIds, credited }
  await publish(db, { event: 'fee payment', schoolId, actorId: null, payload })
}

/** Money that a person gave to a family: the parts that it pays and its receipt. */
export async function postSettled(
  of: Applying,
  payment: { id: string; amount: string; transactionId: string },
  to: Received,
) {
  const { postingId, receiptId, printed } = await postReceived(of, payment, to)
  await changePayment(of.db, of.account.schoolId, payment.id, {
    state: 'posted',
    familyId: to.familyId,
    postingId,
    receiptId,
    reason: to.reason ?? '',
    settledBy: to.madeBy,
    settledAt: of.now,
  })
  return printed
}
