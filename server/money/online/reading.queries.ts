import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type ToRead = { schoolId: string; id: string; accountId: string; gatewayOrder: string }

/** Open intents whose gateway is to be asked now, as the owner, who sees all schools. */
export async function intentsToRead(db: Db, now: Date, atMost: number) {
  const { rows } = await sql<ToRead>`
    select i.school_id, i.id, i.account_id, i.gateway_order from fee_intents i
    where i.next_read_at <= ${now} order by i.next_read_at, i.id limit ${atMost}`.execute(db)
  return rows
}

/** An intent was read: when it is read next, or that it is over, if nothing settled it. */
export const intentWasRead = (db: Db, schoolId: string, id: string, now: Date) =>
  sql`update fee_intents i set reads = i.reads + 1, next_read_at = next_reading(i.created_at, i.reads + 1, s.time_zone),
      state = case when next_reading(i.created_at, i.reads + 1, s.time_zone) is null then 'expired' else i.state end,
      settled_at = case when next_reading(i.created_at, i.reads + 1, s.time_zone) is null then ${now}::timestamptz end
    from schools s
    where i.school_id = ${schoolId} and i.id = ${id} and s.id = i.school_id and i.state = 'open'`.execute(db)

export type ToSend = {
  schoolId: string
  id: string
  accountId: string
  transactionId: string
  gatewayOrder: string
  amount: string
  currency: string
  state: 'confirmed' | 'sending' | 'sent'
}

/**
 * Refunds that are to be sent, and those whose callback has not come for a quarter of an hour, so that the gateway is read. As the owner.
 */
export async function refundsToSend(db: Db, now: Date, atMost: number) {
  const { rows } = await sql<ToSend>`
    select o.school_id, o.id, p.account_id, p.transaction_id, p.gateway_order, o.amount::text as amount, p.currency, o.state
    from gateway_refunds o join gateway_payments p on p.school_id = o.school_id and p.id = o.payment_id
    where o.state = 'confirmed' or (o.state in ('sending', 'sent') and o.sent_at <= ${now}::timestamptz - interval '15 minutes')
    order by o.decided_at, o.id limit ${atMost}`.execute(db)
  return rows
}

/** Takes a refund to send it; false if somebody else took it. */
export async function takeRefund(db: Db, { schoolId, id }: ToSend, now: Date) {
  const { numAffectedRows } = await sql`
    update gateway_refunds o set state = 'sending', sent_at = ${now}
    where o.school_id = ${schoolId} and o.id = ${id} and o.state = 'confirmed'`.execute(db)
  return Number(numAffectedRows) > 0
}

/** What became of a refund that was sent; it may be closed by now. */
export const refundWasSent = (db: Db, { schoolId, id }: ToSend, state: 'confirmed' | 'sent' | 'failed', now: Date) =>
  sql`update gateway_refunds o set sent_at = ${now}, state = case
      when o.decided_at < ${now}::timestamptz - interval '3 days' then 'failed' else ${state} end
    where o.school_id = ${schoolId} and o.id = ${id} and o.state in ('sending', 'sent')`.execute(db)
