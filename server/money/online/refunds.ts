import { exact } from '#contract/money/fees/amounts.ts'
import { gatewayRefunds } from '#contract/money/online/refunds.ts'
import { areTwo } from '#server/access/second-person.queries.ts'
import { mustBeTwo } from '#server/access/second-person.ts'
import { conflict, forbidden, found } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { mustFit, settingsWanted } from '#server/money/fees/money.rules.ts'
import { lockPayment, refundedOf } from './payments.queries.ts'
import {
  decideRefundRow,
  insertRefund,
  type ListedRefund,
  lockRefund,
  refundsAgainst,
  refundsListed,
} from './refunds.queries.ts'
import { refundLines } from './refunding.rules.ts'

const onePage = { limit: 1, offset: 0 }
const hours = 3_600_000

export const gatewayRefundOperations = implement(gatewayRefunds, {
  async refunds(context) {
    const { db, school, page } = context
    const { rows, total } = await refundsListed(db, school.id, null, page)
    return { rows: await shown(context, rows), total }
  },

  async refund(context) {
    const { db, user, school, now, audit, input } = context
    const { paymentId, amount, reason } = input
    const payment = found(await lockPayment(db, school.id, paymentId))
    if (payment.kind !== 'payment' || payment.state === 'settled') throw conflict('This payment cannot be paid back')
    const { decimals } = await settingsWanted(db, school.id)
    mustFit(amount, decimals, 'amount')
    const gone =
      exact(await refundedOf(db, school.id, paymentId)) + exact(await refundsAgainst(db, school.id, paymentId, now))
    if (exact(amount) + gone > exact(payment.amount))
      throw conflict('This is more than what is left of the payment', { field: 'amount' })
    if (payment.state === 'unclear' && exact(amount) !== exact(payment.amount))
      throw conflict('Unclear money goes back whole', { field: 'amount' })
    if (payment.state === 'posted' && (await refundLines(db, school.id, payment, amount)) === null)
      throw conflict('The credit that this receipt left has been used already')
    const expiresAt = new Date(+now + 72 * hours).toISOString()
    const id = await insertRefund(db, {
      schoolId: school.id,
      paymentId,
      amount,
      reason,
      proposedBy: user.id,
      expiresAt,
    })
    await audit('gatewayPayment', paymentId)
    return shownOne(context, id)
  },

  async decideRefund(context) {
    const { db, user, school, now, audit, input } = context
    const { refundId: id, decision } = input
    const refund = found(await lockRefund(db, school.id, id))
    if (refund.state !== 'waiting') throw conflict('This request has already been decided')
    if (refund.expiresAt <= now.toISOString()) throw conflict('This request has expired; propose it again')
    if (decision === 'confirm') {
      if (refund.proposedBy === user.id) throw forbidden('Somebody else has to confirm what you proposed')
      await mustBeTwo(db, ...twoOf(school.id, refund.proposedBy, user.id))
      const payment = found(await lockPayment(db, school.id, refund.paymentId))
      if (payment.state === 'posted' && (await refundLines(db, school.id, payment, refund.amount)) === null)
        throw conflict('The credit that this receipt left has been used already')
    }
    const state = decision === 'confirm' ? 'confirmed' : 'refused'
    await decideRefundRow(db, { schoolId: school.id, id, state, by: user.id, now })
    await audit('gatewayPayment', refund.paymentId)
    return shownOne(context, id)
  },
})

type Reader = Pick<Context<typeof gatewayRefunds.refunds>, 'db' | 'user' | 'school' | 'now' | 'may'>

const twoOf = (schoolId: string, proposedBy: string, decidedBy: string) =>
  [
    { personId: proposedBy, key: 'ReverseFees', schoolId },
    { personId: decidedBy, key: 'ReverseFees', schoolId },
  ] as const

async function shownOne(context: Reader, id: string) {
  const { rows } = await refundsListed(context.db, context.school.id, id, onePage)
  return (await shown(context, rows))[0]!
}

/** Refunds with whether the caller may be their second person. */
async function shown({ db, user, school, now, may }: Reader, rows: readonly ListedRefund[]) {
  const all = []
  for (const { proposedBy, ...row } of rows) {
    const waits = may('ReverseFees') && row.refundState === 'waiting' && row.expiresAt > now.toISOString()
    const isSecond = waits && proposedBy !== user.id && (await areTwo(db, ...twoOf(school.id, proposedBy, user.id)))
    all.push({ ...row, may: { confirm: isSecond, refuse: waits } })
  }
  return all
}
