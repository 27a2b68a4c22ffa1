import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { PageRequest } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'
import { namesOfChildren } from '#server/money/fees/family.queries.ts'

export type RefundState = 'waiting' | 'refused' | 'confirmed' | 'sending' | 'sent' | 'done' | 'failed'

type NewRefund = {
  schoolId: string
  paymentId: string
  amount: string
  reason: string
  proposedBy: string
  expiresAt: string
}

export async function insertRefund(db: Db, { amount, ...refund }: NewRefund) {
  const id = newId()
  await db
    .insertInto('gatewayRefunds')
    .values({ ...refund, id, amount: sql<number>`${amount}::numeric` })
    .execute()
  return id
}

export type RefundRow = {
  id: string
  paymentId: string
  amount: string
  reason: string
  proposedBy: string
  decidedBy: string | null
  state: RefundState
  expiresAt: string
}

const refundRow = sql`o.id, o.payment_id, o.amount::text as amount, o.reason, o.proposed_by, o.decided_by, o.state, o.expires_at`

export async function lockRefund(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<RefundRow>`
    select ${refundRow} from gateway_refunds o where o.school_id = ${schoolId} and o.id = ${id} for no key update`.execute(
    db,
  )
  return rows[0]
}

/** The refund of a payment that was confirmed and is not done, locked. */
export async function refundUnderWay(db: Db, schoolId: string, paymentId: string) {
  const { rows } = await sql<RefundRow>`
    select ${refundRow} from gateway_refunds o
    where o.school_id = ${schoolId} and o.payment_id = ${paymentId} and o.state in ('confirmed', 'sending', 'sent')
    for no key update`.execute(db)
  return rows[0]
}

/** The sum of what waits for a second person or is on its way back of a payment. */
export async function refundsAgainst(db: Db, schoolId: string, paymentId: string, now: Date) {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(o.amount), 0)::text as amount from gateway_refunds o
    where o.school_id = ${schoolId} and o.payment_id = ${paymentId}
      and (o.state in ('confirmed', 'sending', 'sent') or (o.state = 'waiting' and o.expires_at > ${now}))`.execute(db)
  return rows[0]!.amount
}

type Deciding = { schoolId: string; id: string; state: 'confirmed' | 'refused'; by: string; now: Date }

export const decideRefundRow = (db: Db, { schoolId, id, state, by, now }: Deciding) =>
  sql`update gateway_refunds o set state = ${state}, decided_by = ${by}, decided_at = ${now}
    where o.school_id = ${schoolId} and o.id = ${id}`.execute(db)

export const changeRefund = (db: Db, schoolId: string, id: string, changes: { state: RefundState; doneBy?: string }) =>
  db.updateTable('gatewayRefunds').set(changes).where('schoolId', '=', schoolId).where('id', '=', id).execute()

export type ListedRefund = {
  id: string
  transactionId: string
  familyCode: string
  names: string
  amount: string
  currency: string
  reason: string
  refundState: RefundState
  proposedBy: string
  proposedByName: string
  expiresAt: string
}

/** The refunds of a school, the latest first, or one of them. */
export async function refundsListed(db: Db, schoolId: string, id: string | null, page: PageRequest) {
  const { rows } = await sql<ListedRefund & { inAll: number }>`
    select o.id, p.transaction_id, coalesce(f.code, '') as family_code, ${namesOfChildren(
      schoolId,
      sql`select m.student_id from family_students m where m.school_id = ${schoolId} and m.family_id = p.family_id`,
    )} as names,
      round(o.amount, fee_scale(p.currency))::text as amount, p.currency, o.reason, o.state as refund_state, o.proposed_by,
      ${fullName('u')} as proposed_by_name, o.expires_at, count(*) over ()::integer as in_all
    from gateway_refunds o
    join gateway_payments p on p.school_id = o.school_id and p.id = o.payment_id
    left join families f on f.school_id = p.school_id and f.id = p.family_id
    join users u on u.id = o.proposed_by
    where o.school_id = ${schoolId} ${id ? sql`and o.id = ${id}` : sql``}
    order by o.created_at desc, o.id limit ${page.limit} offset ${page.offset}`.execute(db)
  return { rows: rows.map(({ inAll: _, ...row }) => row), total: rows[0]?.inAll ?? 0 }
}
