import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { PrintedRow } from '#server/money/fees/receipts.queries.ts'

export type IntentState = 'open' | 'declined' | 'paid' | 'credited' | 'unclear' | 'expired'

export type NewIntent = {
  schoolId: string
  id: string
  accountId: string
  familyId: string | null
  payerId: string
  dues: readonly { id: string; share: string }[]
  amount: string
  currency: string
  gatewayOrder: string
  byCode: string | null
  createdAt: Date
  expiresAt: Date
}

export const insertIntent = (db: Db, { dues, ...of }: NewIntent) =>
  sql`insert into fee_intents (school_id, id, account_id, family_id, payer_id, due_ids, shares, amount, currency, gateway_order, by_code,
      expires_at, next_read_at, created_at)
    select ${of.schoolId}, ${of.id}, ${of.accountId}, ${of.familyId}, ${of.payerId}, ${dues.map(({ id }) => id)}::uuid[],
      ${dues.map(({ share }) => share)}::numeric[], ${of.amount}::numeric, ${of.currency}, ${of.gatewayOrder}, ${of.byCode},
      ${of.expiresAt}, next_reading(${of.createdAt}, 0, s.time_zone), ${of.createdAt}
    from schools s where s.id = ${of.schoolId}`.execute(db)

export type LockedIntent = {
  id: string
  familyId: string | null
  payerId: string
  dueIds: string[]
  shares: string[]
  amount: string
  currency: string
  state: IntentState
}

/** The intent of a gateway's order, locked until the call ends: what happens to an order happens one after another. */
export async function lockIntent(db: Db, schoolId: string, accountId: string, gatewayOrder: string) {
  const { rows } = await sql<LockedIntent>`
    select i.id, i.family_id, i.payer_id, i.due_ids, i.shares::text[] as shares, i.amount::text as amount, i.currency, i.state
    from fee_intents i
    where i.school_id = ${schoolId} and i.account_id = ${accountId} and i.gateway_order = ${gatewayOrder}
    for no key update`.execute(db)
  return rows[0]
}

type Settling = { schoolId: string; id: string; state: IntentState; now: Date; receiptId?: string | null }

export const settleIntent = (db: Db, { schoolId, id, state, now, receiptId = null }: Settling) =>
  sql`update fee_intents i set state = ${state}, settled_at = ${now}, next_read_at = null, receipt_id = coalesce(${receiptId}::uuid, i.receipt_id)
    where i.school_id = ${schoolId} and i.id = ${id}`.execute(db)

export type IntentRow = {
  id: string
  schoolId: string
  amount: string
  currency: string
  decimals: number
  state: IntentState
  code: string | null
  createdAt: string
  expiresAt: string
  receiptId: string | null
}

/** The caller's own intents, the latest first, or one of them. */
export async function ownIntents(db: Db, payerId: string, schools: readonly string[], id: string | null) {
  const { rows } = await sql<IntentRow>`
    select i.id, i.school_id, i.amount::text as amount, i.currency, fee_scale(i.currency) as decimals, i.state, i.by_code as code, i.created_at,
      i.expires_at, i.receipt_id
    from fee_intents i
    where i.school_id = any (${[...schools]}::uuid[]) and i.payer_id = ${payerId} ${id ? sql`and i.id = ${id}` : sql``}
    order by i.created_at desc, i.id limit 5`.execute(db)
  return rows
}

/** A receipt for its payer, as parents see it. */
export async function receiptOfIntent(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<PrintedRow>`
    select r.id, r.content, r.code, 0 as copies, a.number || '/' || a.year as reversed_by, null as logo_url
    from fee_receipts r left join fee_receipts a on a.school_id = ${schoolId} and a.reverses = r.id
    where r.school_id = ${schoolId} and r.id = ${id}`.execute(db)
  return rows[0]
}

export type PayableDue = { id: string; studentId: string; familyId: string; open: string }

/** Of these parts those that a parent pays for today, with the family of each. */
export async function payableDues(db: Db, schoolId: string, parentId: string, dueIds: readonly string[]) {
  const { rows } = await sql<PayableDue>`
    select d.id, d.student_id, m.family_id, d.open::text as open
    from fee_due_balances d
    join parent_links k on k.school_id = d.school_id and k.student_id = d.student_id and k.parent_id = ${parentId} and k.sees and k.pays
    join family_students m on m.school_id = d.school_id and m.student_id = d.student_id
    where d.school_id = ${schoolId} and d.id = any (${[...dueIds]}::uuid[]) order by d.due_on, d.id`.execute(db)
  return rows
}

/** The family for which a parent pays in a school today, with its code; undefined if they pay for none. */
export async function familyPaidBy(db: Db, schoolId: string, parentId: string) {
  const { rows } = await sql<{ familyId: string; code: string }>`
    select m.family_id, own_family_code(m.school_id, m.family_id) as code
    from parent_links k
    join schools s on s.id = k.school_id and s.active
    join family_students m on m.school_id = k.school_id and m.student_id = k.student_id
    where k.school_id = ${schoolId} and k.parent_id = ${parentId} and k.sees and k.pays order by k.student_id limit 1`.execute(
    db,
  )
  return rows[0]
}

export async function payerOf(db: Db, personId: string) {
  const { rows } = await sql<{ firstName: string; lastName: string; phoneNumber: string }>`
    select u.first_name, u.last_name, u.phone_number from users u where u.id = ${personId}`.execute(db)
  return rows[0]!
}
