import type { ItemKind } from '#contract/messages/inbox/inbox.ts'
import type { Db } from '#server/db/db.ts'
import type { Event } from '#server/outbox/events.ts'
import { holdersOf, type ItemToStore, payersOfFees } from './delivery.queries.ts'
import { to } from './items.ts'

type OfFees = 'fees received' | 'fees due' | 'fee payment' | 'fees to look at' | 'transfer refused'

/** The recipients and the content of the events about fees. */
export const occasionsOfFees: {
  [Name in OfFees]: (db: Db, event: Extract<Event, { event: Name }>) => Promise<ItemToStore[]>
} = {
  'fees received': (db, { schoolId, payload: { receiptId, ...paid } }) =>
    toPayers(db, schoolId, 'feeReceipt', { ...paid, subjectIds: [receiptId] }),

  'fees due': (db, { schoolId, payload: { studentIds, overdue } }) =>
    toPayers(db, schoolId, overdue ? 'feesOverdue' : 'feesDue', { studentIds }),

  'fee payment': async (db, { schoolId, payload: { intentId, credited, ...paid } }) => {
    const kind = credited ? 'feeCredited' : 'feeDeclined'
    const own = await toPayers(db, schoolId, kind, { ...paid, subjectIds: [intentId] })
    return credited ? [...own, ...(await toTakersOfFees(db, schoolId, intentId))] : own
  },

  'fees to look at': (db, { schoolId, payload: { id } }) => toTakersOfFees(db, schoolId, id),

  'transfer refused': (db, { schoolId, payload: { toldId, ...paid } }) =>
    toPayers(db, schoolId, 'transferRefused', { ...paid, subjectIds: [toldId] }),
}

const toTakersOfFees = async (db: Db, schoolId: string, id: string) =>
  to(await holdersOf(db, 'TakeFees', schoolId), 'feesToLook', { subjectIds: [id] })

type Paid = { studentIds: readonly string[]; payerId?: string | null; subjectIds?: string[] }

/** To those who pay for these students, or to one of them. */
const toPayers = async (db: Db, schoolId: string, kind: ItemKind, { studentIds, payerId, ...about }: Paid) =>
  (await payersOfFees(db, schoolId, studentIds, payerId)).map((one) => ({ kind, ...one, ...about }))
