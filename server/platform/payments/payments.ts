import { payments } from '#contract/platform/payments/payments.ts'
import type { Holder } from '#server/access/may.ts'
import type { Db } from '#server/db/db.ts'
import { coinsChanged, mustBeOthers } from './coins.rules.ts'
import { conflict, found, notFound } from '#server/base/errors.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { implement } from '#server/call/implement.ts'
import { credit, priceOf } from './coins.queries.ts'
import { mustBePast, mustBeTheSchools } from './deciding.ts'
import { paymentsWithMay } from './payments.rules.ts'
import { isPaymentType, type PaymentReader } from './payment-requests.queries.ts'
import { differenceOf, paymentOf, paymentsBy, paymentToCorrect } from './payments.queries.ts'
import { paymentRequestOperations } from './payment-requests.ts'

const platform: PaymentReader = { onPlatform: true }

const paymentsOfSchools = implement(payments, {
  async list(context) {
    const { db, onPlatform, reach, input, page } = context
    const { rows, total } = await paymentsBy(db, { onPlatform, schools: reach.schools }, input, page)
    return { rows: await paymentsWithMay(context, rows), total }
  },

  async get(context) {
    const { onPlatform, reach, input } = context
    return found(await shown(context, { onPlatform, schools: reach.schools }, input.paymentTransactionId))
  },

  async add(context) {
    const { db, user, school, audit, input } = context
    const { paymentTypeId, paymentDate, amount, coinTypeId } = input
    await mustBeOthers(context)
    if (!(await isPaymentType(db, paymentTypeId, { active: false }))) throw notFound()
    await lockSchool(db, school.id)
    const price = await priceOf(db, school.id)
    mustBeTheSchools(coinTypeId, price)
    mustBePast(paymentDate, school, 'paymentDate')
    if (!price) throw conflict('This school has no coin type yet')

    const paid = { schoolId: school.id, paymentTypeId, paymentDate, amount, ...price }
    const id = await credit(db, { ...paid, recordedBy: user.id })
    await audit('payment', id)
    await coinsChanged(context.db, { schoolId: context.school.id, actorId: context.user.id })
    return (await shown(context, platform, id))!
  },

  async correct(context) {
    const { db, user, school, audit, input } = context
    await mustBeOthers(context)
    await lockSchool(db, school.id)
    const { adjustsId, comesTo, ...paid } = await paymentToCorrect(db, school.id, input.id)
    if (adjustsId) throw conflict('An adjustment cannot be adjusted')
    const amount = differenceOf(input.amount, comesTo)
    if (amount === 0) return (await shown(context, platform, input.id))!

    const id = await credit(db, {
      ...paid,
      schoolId: school.id,
      amount,
      paymentDate: school.today,
      recordedBy: user.id,
      adjustsId: input.id,
      reason: input.reason,
    })
    await audit('payment', id)
    await coinsChanged(context.db, { schoolId: context.school.id, actorId: context.user.id })
    return (await shown(context, platform, id))!
  },
})

/** A payment as the caller sees it. */
async function shown(context: { db: Db; user: Holder }, reader: PaymentReader, id: string) {
  const row = await paymentOf(context.db, reader, id)
  return row && (await paymentsWithMay(context, [row]))[0]
}

export const paymentOperations = [paymentRequestOperations, paymentsOfSchools]
