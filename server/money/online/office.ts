import { feesOnlineOffice } from '#contract/money/online/office.ts'
import { conflict, found } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { asciiDigits } from '#contract/language/text.ts'
import { childrenOfFamily, lockFamily } from '#server/money/fees/family.queries.ts'
import { receivedBefore } from '#server/money/fees/receipts.queries.ts'
import { wayOf } from '#server/money/fees/settings.queries.ts'
import { receive } from '#server/money/fees/taking.rules.ts'
import { publish } from '#server/outbox/events.ts'
import { paymentsListed } from './payments.queries.ts'
import { settled } from './settling.rules.ts'
import type { PaysOnline } from './intents.rules.ts'
import { decideTold, lockTold, toldListed } from './told.queries.ts'

type Needs = { online: PaysOnline }

const onePage = { limit: 1, offset: 0 }

export const feeOnlineOfficeOperations = implement(feesOnlineOffice, ({ online: { secrets } }: Needs) => ({
  told: ({ db, school, input: { toldState }, page }) => toldListed(db, school.id, { state: toldState }, page),

  async takeTold(context) {
    const { db, user, school, now, audit, input } = context
    const { toldId, wayId, again = null } = input
    const told = found(await lockTold(db, school.id, toldId))
    if (told.state !== 'waiting') throw conflict('This request has already been decided')
    const way = found(await wayOf(db, school.id, wayId))
    found(await lockFamily(db, school.id, told.familyId))
    if (again === null && (await receivedBefore(db, school.id, way.id, told.reference)))
      throw conflict('The same way and reference were received before; write why they come again', { field: 'again' })
    const { familyId, amount, reference, day: receivedOn } = told
    const payment = {
      familyId,
      amount,
      way,
      reference,
      receivedOn,
      dueIds: input.dueIds ?? [],
      payerId: null,
      reason: again,
    }
    const { id, printed } = await receive(context, secrets, payment)
    await decideTold(db, { schoolId: school.id, id: toldId, state: 'taken', by: user.id, now, receiptId: id })
    await audit('receipt', id)
    return printed
  },

  async refuseTold({ db, user, school, now, audit, input: { toldId, reason } }) {
    const told = found(await lockTold(db, school.id, toldId))
    if (told.state !== 'waiting') throw conflict('This request has already been decided')
    await decideTold(db, { schoolId: school.id, id: toldId, state: 'refused', by: user.id, now, reason })
    const studentIds = await childrenOfFamily(db, school.id, told.familyId)
    const payload = { toldId, payerId: told.payerId, studentIds }
    await publish(db, { event: 'transfer refused', schoolId: school.id, actorId: user.id, payload })
    await audit('family', told.familyId)
    const {
      familyCode: _,
      names: __,
      payerName: ___,
      ...row
    } = (await toldListed(db, school.id, { id: toldId }, onePage)).rows[0]!
    return row
  },

  unclear: ({ db, school, now, page }) => paymentsListed(db, school.id, 'unclear', page, now),

  payments({ db, school, now, input: { text }, page }) {
    return paymentsListed(db, school.id, text ? { text: asciiDigits(text) } : 'all', page, now)
  },

  async settle(context) {
    await settled(context, secrets)
    const { db, school, now, input } = context
    return found((await paymentsListed(db, school.id, { id: input.paymentId }, onePage, now)).rows[0])
  },
}))
