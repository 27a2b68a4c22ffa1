import { amountText, exact } from '#contract/money/fees/amounts.ts'
import { feeCounter } from '#contract/money/fees/counter.ts'
import type { ReadInputOf } from '#contract/language/operation.ts'
import { asciiDigits } from '#contract/language/text.ts'
import { conflict, found, invalid, notFound } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { implement } from '#server/call/implement.ts'
import { newId } from '#server/db/ids.ts'
import { lockFamily } from './family.queries.ts'
import { type FeeReader, shownFamily } from './family.rules.ts'
import { mustFit, settingsWanted } from './money.rules.ts'
import { insertPostings } from './postings.queries.ts'
import {
  countCopies,
  insertPromise,
  lockPromise,
  receiptsListed,
  receiptsToPrint,
  receivedBefore,
  settlePromise,
} from './receipts.queries.ts'
import { wayOf } from './settings.queries.ts'
import { openTill, partsPaid, printedReceipt, receive, type Taking } from './taking.rules.ts'

type Needs = { secrets: Secrets }

export const feeCounterOperations = implement(feeCounter, ({ secrets }: Needs) => ({
  async take(context) {
    const { db, user, school, input, audit } = context
    const { familyId, amount, payerId = null, again = null } = input
    const { way, dated, reference, receivedOn, dueIds } = await checkedPayment(context, input)
    if (dated === null) {
      const payment = { familyId, amount, way, reference, receivedOn, dueIds, payerId, reason: again }
      const { id, printed } = await receive(context, secrets, payment)
      await audit('receipt', id)
      return { family: (await shownFamily(context, { familyId }))!, receipt: printed }
    }
    await openTill(context)
    // Parts of another family are refused now, not when the cheque is cleared.
    await partsPaid(db, school.id, familyId, exact(amount), dueIds)
    const promise = { schoolId: school.id, id: newId(), familyId, wayId: way.id, amount, reference: reference!, dated }
    await insertPromise(db, { ...promise, dueIds, takenBy: user.id })
    await audit('family', familyId)
    return { family: (await shownFamily(context, { familyId }))!, receipt: null }
  },

  async useCredit(context) {
    const { db, user, school, audit, input } = context
    const { familyId, amount, dueIds = [] } = input
    const { decimals } = await settingsWanted(db, school.id)
    mustFit(amount, decimals, 'amount')
    const { credit } = found(await lockFamily(db, school.id, familyId))
    if (exact(amount) > exact(credit)) throw conflict('This is more than the credit of the family', { field: 'amount' })
    const { parts, left } = await partsPaid(db, school.id, familyId, exact(amount), dueIds ?? [])
    if (left > 0n) throw conflict('This is more than what is owed', { field: 'amount' })
    const lines = parts.map(({ due, share }) => ({
      from: 'owed' as const,
      to: 'credit' as const,
      amount: amountText(share, 3),
      studentId: due.studentId,
      dueId: due.id,
      familyId,
    }))
    await insertPostings(db, school.id, [{ id: newId(), kind: 'credit', day: school.today, madeBy: user.id, lines }])
    await audit('family', familyId)
    return (await shownFamily(context, { familyId }))!
  },

  async clearCheque(context) {
    const { db, user, school, now, audit, input } = context
    const promise = found(await lockPromise(db, school.id, input.promiseId))
    if (promise.state !== 'waiting') throw conflict('This cheque has been settled already')
    const { familyId, amount, reference, dueIds } = promise
    found(await lockFamily(db, school.id, familyId))
    const settled = { schoolId: school.id, id: input.promiseId, by: user.id, now: now.toISOString() }
    if (!input.cleared) {
      await settlePromise(db, { ...settled, receiptId: null })
      await audit('family', familyId)
      return { family: (await shownFamily(context, { familyId }))!, receipt: null }
    }
    const way = found(await wayOf(db, school.id, promise.wayId))
    const payment = { familyId, amount, way, reference, receivedOn: school.today, dueIds, payerId: null, reason: null }
    const { id, printed } = await receive(context, secrets, payment)
    await settlePromise(db, { ...settled, receiptId: id })
    await audit('receipt', id)
    return { family: (await shownFamily(context, { familyId }))!, receipt: printed }
  },

  async receipts({ db, school, input, page }) {
    const digits = input.text ? asciiDigits(input.text).replaceAll(/\D/g, '') : ''
    const { rows, total } = await receiptsListed(db, school.id, { ...input, digits }, page)
    if (rows.length === 0) return { rows: [], total }
    const { decimals } = await settingsWanted(db, school.id)
    return { rows: rows.map((row) => ({ ...row, amount: amountText(exact(row.amount), decimals) })), total }
  },

  async print({ db, school, input: { receiptIds } }) {
    const rows = await receiptsToPrint(db, school.id, receiptIds)
    if (rows.length < new Set(receiptIds).size) throw notFound()
    await countCopies(db, school.id, receiptIds)
    return rows.map((row) => printedReceipt(row, true))
  },
}))

type Paying = Taking & FeeReader

/** Refuses what cannot be a payment, and locks the family. */
async function checkedPayment(context: Paying, input: ReadInputOf<typeof feeCounter.take>) {
  const { db, school } = context
  const { reference = null, dated = null, payerId = null, again = null } = input
  const { decimals } = await settingsWanted(db, school.id)
  mustFit(input.amount, decimals, 'amount')
  const receivedOn = input.receivedOn ?? school.today
  if (receivedOn > school.today) throw invalid('This day is in the future', 'receivedOn')
  const way = found(await wayOf(db, school.id, input.wayId))
  if (!way.active) throw invalid('This way of paying is switched off', 'wayId')
  mustBeCheque(way, reference, dated, school.today)
  found(await lockFamily(db, school.id, input.familyId))
  if (payerId !== null) await mustPayFor(context, input.familyId, payerId)
  if (reference !== null && again === null && (await receivedBefore(db, school.id, way.id, reference)))
    throw conflict('The same way and reference were received before; write why they come again', { field: 'again' })
  return { way, dated, reference, receivedOn, dueIds: [...(input.dueIds ?? [])] }
}

function mustBeCheque({ kind }: { kind: string }, reference: string | null, dated: string | null, today: string) {
  if (kind === 'cheque' && !reference) throw invalid('Write the number of the cheque', 'reference')
  if (dated !== null && (kind !== 'cheque' || dated <= today))
    throw invalid('Only a cheque may have a later day', 'dated')
}

async function mustPayFor(context: Paying, familyId: string, payerId: string) {
  const family = (await shownFamily(context, { familyId }))!
  if (!family.payers.some(({ id }) => id === payerId)) throw notFound()
}
