import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { PageRequest } from '#server/db/page.ts'
import { namesOfChildren } from '#server/money/fees/family.queries.ts'

type GatewayName = 'paymob' | 'moyasar'
export type PaymentState = 'posted' | 'unclear' | 'waiting' | 'settled' | 'test'
export type Why = 'noIntent' | 'amount' | 'currency' | 'noPayment' | 'notAsked'

type NewEvent = {
  schoolId: string
  accountId: string
  gateway: GatewayName
  transactionId: string
  body: object
  bodyHash: Buffer
  verified: 'signature' | 'reading'
  handledAt: Date | null
}

/** Keeps what a gateway said; once, however often it says it. False if it was kept before. */
export async function insertGatewayEvent(db: Db, { body, ...event }: NewEvent) {
  const { numAffectedRows } = await sql`
    insert into gateway_events (school_id, id, account_id, gateway, transaction_id, body, body_hash, verified, handled_at)
    values (${event.schoolId}, ${newId()}, ${event.accountId}, ${event.gateway}, ${event.transactionId}, ${JSON.stringify(body)},
      ${event.bodyHash}, ${event.verified}, ${event.handledAt})
    on conflict (school_id, account_id, transaction_id, body_hash) do nothing`.execute(db)
  return Number(numAffectedRows) > 0
}

export type PaymentRow = {
  id: string
  accountId: string
  gateway: GatewayName
  transactionId: string
  kind: 'payment' | 'refund'
  gatewayOrder: string
  amount: string
  currency: string
  intentId: string | null
  familyId: string | null
  paymentId: string | null
  state: PaymentState
  why: Why | null
  postingId: string | null
}

const paymentRow = sql`p.id, p.account_id, p.gateway, p.transaction_id, p.kind, p.gateway_order, p.amount::text as amount, p.currency, p.intent_id,
  p.family_id, p.payment_id, p.state, p.why, p.posting_id`

export async function paymentByTransaction(db: Db, schoolId: string, gateway: string, transactionId: string) {
  const { rows } = await sql<PaymentRow>`
    select ${paymentRow} from gateway_payments p
    where p.school_id = ${schoolId} and p.gateway = ${gateway} and p.transaction_id = ${transactionId}`.execute(db)
  return rows[0]
}

/** All that moved for an order of the gateway, in the order in which it came. */
export async function paymentsOfOrder(db: Db, schoolId: string, accountId: string, gatewayOrder: string) {
  const { rows } = await sql<PaymentRow>`
    select ${paymentRow} from gateway_payments p
    where p.school_id = ${schoolId} and p.account_id = ${accountId} and p.gateway_order = ${gatewayOrder}
    order by p.created_at, p.id`.execute(db)
  return rows
}

export async function lockPayment(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<PaymentRow>`
    select ${paymentRow} from gateway_payments p where p.school_id = ${schoolId} and p.id = ${id} for no key update`.execute(
    db,
  )
  return rows[0]
}

/** Everything that was paid back of a payment. */
export async function refundedOf(db: Db, schoolId: string, paymentId: string) {
  const { rows } = await sql<{ amount: string }>`
    select coalesce(sum(p.amount), 0)::text as amount from gateway_payments p
    where p.school_id = ${schoolId} and p.payment_id = ${paymentId}`.execute(db)
  return rows[0]!.amount
}

export type NewGatewayPayment = Omit<PaymentRow, 'id'> & {
  schoolId: string
  receiptId?: string | null
  receivedOn: string
  now: Date
}

/** Stores money that moved; null if this transaction is stored already. */
export async function insertPayment(db: Db, of: NewGatewayPayment) {
  const id = newId()
  const { numAffectedRows } = await sql`
    insert into gateway_payments (school_id, id, account_id, gateway, transaction_id, kind, gateway_order, amount, currency, intent_id, family_id,
      payment_id, state, why, posting_id, receipt_id, received_on, created_at)
    values (${of.schoolId}, ${id}, ${of.accountId}, ${of.gateway}, ${of.transactionId}, ${of.kind}, ${of.gatewayOrder}, ${of.amount}::numeric,
      ${of.currency}, ${of.intentId}, ${of.familyId}, ${of.paymentId}, ${of.state}, ${of.why}, ${of.postingId}, ${of.receiptId ?? null},
      ${of.receivedOn}, ${of.now})
    on conflict (school_id, gateway, transaction_id) do nothing`.execute(db)
  return Number(numAffectedRows) > 0 ? id : null
}

type Changed = Partial<Pick<PaymentRow, 'state' | 'why' | 'familyId' | 'paymentId' | 'postingId'>> & {
  receiptId?: string | null
  reason?: string
  settledBy?: string
  settledAt?: Date
}

export const changePayment = (db: Db, schoolId: string, id: string, changes: Changed) =>
  db
    .updateTable('gatewayPayments')
    .set({ ...changes, ...(changes.settledAt && { settledAt: changes.settledAt.toISOString() }) } as object)
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .execute()

/** How much of each part a payment paid, less what refunds of it gave back, the part that is due last first. */
export async function sharesPaid(db: Db, schoolId: string, paymentId: string) {
  const { rows } = await sql<{ dueId: string; studentId: string; paid: string }>`
    select l.due_id, l.student_id, sum(case when l.from_account = 'owed' then l.amount else -l.amount end)::text as paid
    from fee_lines l
    join fee_dues d on d.school_id = ${schoolId} and d.id = l.due_id
    where l.school_id = ${schoolId} and l.posting_id in (
      select p.posting_id from gateway_payments p
      where p.school_id = ${schoolId} and ${paymentId} in (p.id, p.payment_id) and p.posting_id is not null)
    group by l.due_id, l.student_id, d.due_on order by d.due_on desc, l.due_id`.execute(db)
  return rows
}

export type ListedPayment = {
  id: string
  gateway: string
  transactionId: string
  moved: 'payment' | 'refund'
  amount: string
  currency: string
  paymentState: PaymentState
  why: Why | null
  familyId: string | null
  familyCode: string | null
  names: string | null
  receiptNumber: string | null
  refunded: string
  day: string
  reason: string | null
}

/** Those that wait for a person, one, those of a text (a transaction, an order or the code of a family), or all. */
export type WhichPayments = 'unclear' | 'all' | { id: string } | { text: string }

function isIn(which: WhichPayments) {
  if (which === 'all') return sql`true`
  if (which === 'unclear') return sql`p.state in ('unclear', 'waiting')`
  if ('id' in which) return sql`p.id = ${which.id}`
  return sql`(p.transaction_id = ${which.text} or f.code = ${which.text} or p.gateway_order = ${which.text})`
}

/** Money of gateways as it is listed, the latest first. `refunded`: what went back of a payment, with what is on its way or waits. */
export async function paymentsListed(db: Db, schoolId: string, which: WhichPayments, page: PageRequest, now: Date) {
  const { rows } = await sql<ListedPayment & { inAll: number }>`
    select p.id, p.gateway, p.transaction_id, p.kind as moved, round(p.amount, fee_scale(p.currency))::text as amount, p.currency,
      p.state as payment_state, p.why, p.family_id, f.code as family_code,
      case when p.family_id is not null then ${namesOfChildren(
        schoolId,
        sql`select m.student_id from family_students m where m.school_id = ${schoolId} and m.family_id = p.family_id`,
      )} end as names,
      r.number || '/' || r.year as receipt_number, p.received_on as day, p.reason, round(coalesce((
        select sum(b.amount) from gateway_payments b where b.school_id = ${schoolId} and b.payment_id = p.id), 0) + coalesce((
        select sum(o.amount) from gateway_refunds o where o.school_id = ${schoolId} and o.payment_id = p.id
          and (o.state in ('confirmed', 'sending', 'sent') or (o.state = 'waiting' and o.expires_at > ${now}))), 0), fee_scale(p.currency))::text as refunded,
      count(*) over ()::integer as in_all
    from gateway_payments p
    left join families f on f.school_id = p.school_id and f.id = p.family_id
    left join fee_receipts r on r.school_id = p.school_id and r.id = p.receipt_id
    where p.school_id = ${schoolId} and ${isIn(which)}
    order by p.created_at desc, p.id limit ${page.limit} offset ${page.offset}`.execute(db)
  return { rows: rows.map(({ inAll: _, ...row }) => row), total: rows[0]?.inAll ?? 0 }
}
