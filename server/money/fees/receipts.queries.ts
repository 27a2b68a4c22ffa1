import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { receiptRows } from './family.queries.ts'

type NewReceipt = {
  schoolId: string
  id: string
  year: number
  number: number
  postingId: string
  familyId: string
  studentIds: string[]
  payerId: string | null
  amount: string
  wayId: string
  reference: string | null
  receivedOn: string
  reverses: string | null
  content: object
  contentHash: Buffer
  keyId: string
  code: string
  issuedBy: string
}

export const insertReceipt = (db: Db, { content, ...receipt }: NewReceipt) =>
  db
    .insertInto('feeReceipts')
    .values({ ...receipt, amount: sql<number>`${receipt.amount}::numeric`, content: JSON.stringify(content) })
    .execute()

/** Whether this way and reference were received before, and not reversed since; `no` is the receipt. */
export async function receivedBefore(db: Db, schoolId: string, wayId: string, reference: string) {
  const { rows } = await sql<{ no: string }>`
    select r.number || '/' || r.year as no from fee_receipts r
    where r.school_id = ${schoolId} and r.way_id = ${wayId} and r.reference = ${reference} and r.reverses is null
      and not exists (select from fee_receipts a where a.school_id = ${schoolId} and a.reverses = r.id)
    union all
    select o.reference from fee_promises o
    where o.school_id = ${schoolId} and o.way_id = ${wayId} and o.reference = ${reference} and o.state = 'waiting' limit 1`.execute(
    db,
  )
  return rows[0]?.no ?? null
}

export type ToReverse = {
  id: string
  postingId: string
  familyId: string
  studentIds: string[]
  payerId: string | null
  amount: string
  wayId: string
  reference: string | null
  reverses: string | null
  reversed: boolean
  content: object
  /** Null: it came in no till. */
  tillId: string | null
  /** Whether it was made of a line of a statement of the bank. */
  byBank: boolean
}

export async function receiptToReverse(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<ToReverse>`
    select r.id, r.posting_id, r.family_id, r.student_ids, r.payer_id, r.amount::text as amount, r.way_id, r.reference, r.reverses,
      exists (select from fee_receipts a where a.school_id = ${schoolId} and a.reverses = r.id) as reversed, r.content, (
        select l.till_id from fee_lines l where l.school_id = ${schoolId} and l.posting_id = r.posting_id and l.till_id is not null limit 1) as till_id,
      exists (select from statement_lines l where l.school_id = ${schoolId} and l.receipt_id = r.id) as by_bank
    from fee_receipts r where r.school_id = ${schoolId} and r.id = ${id}`.execute(db)
  return rows[0]
}

type Listed = {
  dateFrom?: string | null | undefined
  dateTo?: string | null | undefined
  text?: string | null | undefined
  digits: string
}

export async function receiptsListed(
  db: Db,
  schoolId: string,
  { dateFrom, dateTo, text, digits }: Listed,
  page: { limit: number; offset: number },
) {
  const isIn = sql<SqlBool>`true
    ${dateFrom ? sql`and r.received_on >= ${dateFrom}` : sql``} ${dateTo ? sql`and r.received_on <= ${dateTo}` : sql``}
    ${
      text
        ? sql`and (r.number::text = ${digits} or r.number || '/' || r.year = ${text} or f.code = ${digits} or r.reference = ${text} or exists (
      select from students n where n.school_id = ${schoolId} and n.id = any (r.student_ids) and position(fold(${text}) in n.searched) > 0))`
        : sql``
    }`
  const { rows } = await receiptRows(schoolId, isIn, page).execute(db)
  return { rows: rows.map(({ inAll: _, ...row }) => row), total: rows[0]?.inAll ?? 0 }
}

export type PrintedRow = {
  id: string
  content: object
  code: string
  copies: number
  reversedBy: string | null
  logoUrl: string | null
}

/** Receipts as they are printed, in the order of their numbers. */
export async function receiptsToPrint(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<PrintedRow>`
    select r.id, r.content, r.code, r.copies, a.number || '/' || a.year as reversed_by, s.image_url as logo_url
    from fee_receipts r join schools s on s.id = r.school_id
    left join fee_receipts a on a.school_id = ${schoolId} and a.reverses = r.id
    where r.school_id = ${schoolId} and r.id = any (${[...ids]}::uuid[]) order by r.year, r.number`.execute(db)
  return rows
}

export const countCopies = (db: Db, schoolId: string, ids: readonly string[]) =>
  sql`update fee_receipts r set copies = r.copies + 1 where r.school_id = ${schoolId} and r.id = any (${[...ids]}::uuid[])`.execute(
    db,
  )

type NewPromise = {
  schoolId: string
  id: string
  familyId: string
  wayId: string
  amount: string
  reference: string
  dated: string
  dueIds: string[]
  takenBy: string
}

export const insertPromise = (db: Db, promise: NewPromise) =>
  db
    .insertInto('feePromises')
    .values({ ...promise, amount: sql<number>`${promise.amount}::numeric` })
    .execute()

export async function lockPromise(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<{
    familyId: string
    wayId: string
    amount: string
    reference: string
    dueIds: string[]
    state: string
  }>`
    select o.family_id, o.way_id, o.amount::text as amount, o.reference, o.due_ids, o.state from fee_promises o
    where o.school_id = ${schoolId} and o.id = ${id} for no key update`.execute(db)
  return rows[0]
}

type Settled = { schoolId: string; id: string; by: string; now: string; receiptId: string | null }

export const settlePromise = (db: Db, { schoolId, id, by, now, receiptId }: Settled) =>
  sql`update fee_promises o set state = ${receiptId ? 'cleared' : 'returned'}, settled_by = ${by}, settled_at = ${now}, receipt_id = ${receiptId}
    where o.school_id = ${schoolId} and o.id = ${id}`.execute(db)

export async function namesOnReceipt(db: Db, schoolId: string, personId: string) {
  const { rows } = await sql<{ schoolName: string; takenBy: string }>`
    select s.name as school_name, concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')) as taken_by
    from schools s join users u on u.id = ${personId} where s.id = ${schoolId}`.execute(db)
  return rows[0]!
}
