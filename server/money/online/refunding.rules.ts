import { amountText, exact } from '#contract/money/fees/amounts.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { lockFamily } from '#server/money/fees/family.queries.ts'
import { insertPostings, type NewLine } from '#server/money/fees/postings.queries.ts'
import { publish } from '#server/outbox/events.ts'
import { type Applying, movedRow } from './applied.rules.ts'
import type { GatewayEvent } from './gateways/gateway.ts'
import {
  changePayment,
  insertPayment,
  type PaymentRow,
  paymentsOfOrder,
  refundedOf,
  sharesPaid,
} from './payments.queries.ts'
import { changeRefund, type RefundRow, refundUnderWay } from './refunds.queries.ts'

/** Money that went back: it closes the refund that two people decided; another one waits for a person. `storedId`: if it waited already. */
export async function applyRefund(of: Applying, told: GatewayEvent, storedId?: string): Promise<boolean> {
  const { db, account } = of
  const { schoolId } = account
  const all = await paymentsOfOrder(db, schoolId, account.id, told.gatewayOrder)
  const payment = await paymentMeant(db, schoolId, all, told)
  if (!payment) {
    if (!storedId) await stored(of, told, null, { state: 'waiting', why: 'noPayment' })
    return true
  }
  const event = told.isTotal ? await lessKnown(db, schoolId, payment.id, told) : told
  if (event === null || isToldBefore(all, payment.id, event)) return false
  const asked = await refundUnderWay(db, schoolId, payment.id)
  if (!asked || exact(asked.amount) !== exact(event.amount) || payment.currency !== event.currency)
    return toLookAt(of, event, payment, storedId)
  return closed(of, event, { payment, asked, storedId })
}

/** The payment that a refund is of. Callbacks sign only the order, which may have been paid twice: then the one that waits for a refund. */
async function paymentMeant(
  db: Db,
  schoolId: string,
  all: readonly PaymentRow[],
  { isTotal, transactionId }: GatewayEvent,
) {
  const payments = all.filter(({ kind }) => kind === 'payment')
  if (isTotal)
    return payments.find(
      (one) => transactionId === one.transactionId || transactionId.startsWith(`${one.transactionId} `),
    )
  for (const one of payments) if (await refundUnderWay(db, schoolId, one.id)) return one
  return payments[0]
}

type Closing = { payment: PaymentRow; asked: RefundRow; storedId: string | undefined }

/** Posts the refund that was asked for, and closes it. */
async function closed(of: Applying, event: GatewayEvent, { payment, asked, storedId }: Closing) {
  const { db, account, now } = of
  const { schoolId } = account
  const by = { madeBy: asked.proposedBy, confirmedBy: asked.decidedBy, reason: asked.reason }
  const postingId = payment.postingId ? await postRefund(of, payment, event.amount, by) : null
  if (payment.postingId && postingId === null) return toLookAt(of, event, payment, storedId)
  const settled = { reason: asked.reason, settledBy: asked.decidedBy!, settledAt: now }
  const id = await stored(
    of,
    event,
    payment,
    { state: postingId ? 'posted' : 'waiting', why: 'notAsked', postingId },
    storedId,
  )
  if (!postingId) await changePayment(db, schoolId, id!, { state: 'settled', ...settled })
  if (payment.state === 'unclear') await changePayment(db, schoolId, payment.id, { state: 'settled', ...settled })
  await changeRefund(db, schoolId, asked.id, { state: 'done', doneBy: id! })
  return true
}

type By = { madeBy: string; confirmedBy: string | null; reason: string }

/** The posting that gives money of a gateway back: from the credit of the family, and else what it paid is owed again. Null: more than it holds. */
export async function postRefund({ db, account, today }: Applying, payment: PaymentRow, amount: string, by: By) {
  const { schoolId } = account
  const lines = await refundLines(db, schoolId, payment, amount)
  if (lines === null) return null
  const id = newId()
  await insertPostings(db, schoolId, [{ id, kind: 'refund', day: today, ...by, lines }])
  return id
}

/** The lines of a refund; null if neither the credit of the family nor what the payment paid is that much. Locks the family. */
export async function refundLines(db: Db, schoolId: string, { id, familyId }: PaymentRow, amount: string) {
  if (!familyId) return null
  const { credit } = (await lockFamily(db, schoolId, familyId))!
  let left = exact(amount)
  const lines: NewLine[] = []
  const take = (most: bigint, to: Pick<NewLine, 'to' | 'familyId' | 'studentId' | 'dueId'>) => {
    const share = left < most ? left : most
    if (share <= 0n) return
    left -= share
    lines.push({ from: 'clearing', amount: amountText(share, 3), ...to })
  }
  take(exact(credit), { to: 'credit', familyId })
  for (const { dueId, studentId, paid } of await sharesPaid(db, schoolId, id))
    take(exact(paid), { to: 'owed', dueId, studentId })
  return left === 0n ? lines : null
}

/** Of a total that was paid back, what is new. */
async function lessKnown(db: Db, schoolId: string, paymentId: string, event: GatewayEvent) {
  const more = exact(event.amount) - exact(await refundedOf(db, schoolId, paymentId))
  return more > 0n ? { ...event, amount: amountText(more, 3) } : null
}

/** A refund that was read before its callback came is the same one. */
const isToldBefore = (all: readonly PaymentRow[], paymentId: string, event: GatewayEvent) =>
  !event.isTotal &&
  all.some(
    (one) =>
      one.paymentId === paymentId && one.transactionId.includes(' back ') && exact(one.amount) === exact(event.amount),
  )

async function toLookAt(of: Applying, event: GatewayEvent, payment: PaymentRow, storedId?: string) {
  const { db, account } = of
  const id = await stored(of, event, payment, { state: 'unclear', why: 'notAsked' }, storedId)
  if (id === null) return false
  const payload = { of: 'unclear' as const, id }
  await publish(db, { event: 'fees to look at', schoolId: account.schoolId, actorId: null, payload })
  return true
}

type Standing = Partial<Pick<PaymentRow, 'state' | 'why' | 'postingId'>>

async function stored(
  of: Applying,
  event: GatewayEvent,
  payment: PaymentRow | null,
  standing: Standing,
  storedId?: string,
) {
  const { db, account } = of
  const { schoolId } = account
  const about = { familyId: payment?.familyId ?? null, paymentId: payment?.id ?? null }
  const row = { postingId: null, ...standing, why: standing.state === 'posted' ? null : (standing.why ?? null) }
  if (storedId) {
    await changePayment(db, schoolId, storedId, { ...about, ...row })
    return storedId
  }
  const intentId = payment?.intentId ?? null
  return insertPayment(db, { ...movedRow(of, event), intentId, ...about, ...row })
}
