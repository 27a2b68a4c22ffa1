import { exact } from '#contract/money/fees/amounts.ts'
import type { feesOnlineOffice } from '#contract/money/online/office.ts'
import { conflict, found } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Context } from '#server/call/implement.ts'
import { lockFamily } from '#server/money/fees/family.queries.ts'
import { settingsWanted } from '#server/money/fees/money.rules.ts'
import { linesOf, partsPaid } from '#server/money/fees/taking.rules.ts'
import { accountNamed } from './accounts.queries.ts'
import type { Applying } from './applied.rules.ts'
import { postSettled } from './applying.rules.ts'
import { changePayment, lockPayment, type PaymentRow } from './payments.queries.ts'
import { postRefund } from './refunding.rules.ts'
import { refundUnderWay } from './refunds.queries.ts'

type Settling = Context<typeof feesOnlineOffice.settle>

/** Gives unclear money to a family, or closes it with what was done about it elsewhere. */
export async function settled(context: Settling, secrets: Secrets) {
  const { db, school, now, audit, input } = context
  const payment = found(await lockPayment(db, school.id, input.paymentId))
  if (payment.state !== 'unclear' && payment.state !== 'waiting') throw conflict('This payment is not unclear any more')
  if (await refundUnderWay(db, school.id, payment.id)) throw conflict('This payment is on its way back')
  const account = found(await accountNamed(db, payment.accountId))
  const of: Applying = { db, secrets, account, now, today: school.today, verified: 'reading', alarm: () => {} }
  if (payment.kind === 'refund') await settledRefund(context, of, payment)
  else if (input.familyId) await givenToFamily(context, of, payment, input.familyId)
  else await closed(context, payment)
  await audit('gatewayPayment', payment.id)
}

const closed = ({ db, user, school, now, input: { reason } }: Settling, { id }: PaymentRow) =>
  changePayment(db, school.id, id, { state: 'settled', reason, settledBy: user.id, settledAt: now })

async function givenToFamily(context: Settling, of: Applying, payment: PaymentRow, familyId: string) {
  const { db, user, school, input } = context
  const { currency } = await settingsWanted(db, school.id)
  if (payment.currency !== currency) throw conflict('This money is in another currency; close it with a reason')
  found(await lockFamily(db, school.id, familyId))
  const paid = await partsPaid(db, school.id, familyId, exact(payment.amount), input.dueIds ?? [])
  const { lines, stated } = linesOf(paid, familyId, { to: 'clearing' })
  await postSettled(of, payment, { familyId, madeBy: user.id, reason: input.reason, lines, stated })
}

/** Money went back that nobody asked for here: it is posted like any refund, if its payment is, and otherwise closed. */
async function settledRefund(context: Settling, of: Applying, refund: PaymentRow) {
  const { db, user, school, now, input } = context
  const payment = refund.paymentId ? await lockPayment(db, school.id, refund.paymentId) : undefined
  if (payment?.state !== 'posted') return closed(context, refund)
  const by = { madeBy: user.id, confirmedBy: null, reason: input.reason }
  const postingId = await postRefund(of, payment, refund.amount, by)
  if (postingId === null) throw conflict('The credit that this receipt left has been used already')
  const settledNow = { reason: input.reason, settledBy: user.id, settledAt: now }
  return changePayment(db, school.id, refund.id, { state: 'posted', postingId, why: null, ...settledNow })
}
