import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { PageRequest } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'
import { namesOfChildren } from '#server/money/fees/family.queries.ts'

export type ToldState = 'waiting' | 'taken' | 'refused' | 'withdrawn'

type NewTold = {
  schoolId: string
  familyId: string
  payerId: string
  amount: string
  day: string
  reference: string
  note: string | null
  imageUrl: string | null
}

export async function insertTold(db: Db, { amount, ...told }: NewTold) {
  const id = newId()
  await db
    .insertInto('toldTransfers')
    .values({ ...told, id, amount: sql<number>`${amount}::numeric` })
    .execute()
  return id
}

export type ToldRow = {
  id: string
  schoolId: string
  familyId: string
  amount: string
  currency: string
  day: string
  reference: string
  note: string | null
  imageUrl: string | null
  toldState: ToldState
  reason: string | null
  again: boolean
  toldAt: string
}

const toldRow = sql`t.id, t.school_id, t.family_id, round(t.amount, fee_scale(fs.currency))::text as amount, fs.currency, t.day, t.reference, t.note,
  t.image_url, t.state as told_state, t.reason, coalesce(told_before(t.school_id, t.reference, t.id), false) as again, t.created_at as told_at`

/** What a parent reported lately, the latest first, or one of it. */
export async function ownTold(db: Db, payerId: string, schools: readonly string[], id: string | null) {
  const { rows } = await sql<ToldRow>`
    select ${toldRow} from told_transfers t join fee_settings fs on fs.school_id = t.school_id
    where t.school_id = any (${[...schools]}::uuid[]) and t.payer_id = ${payerId} ${id ? sql`and t.id = ${id}` : sql``}
    order by t.created_at desc, t.id limit 5`.execute(db)
  return rows
}

export type LockedTold = {
  id: string
  familyId: string
  payerId: string
  amount: string
  day: string
  reference: string
  state: ToldState
}

export async function lockTold(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<LockedTold>`
    select t.id, t.family_id, t.payer_id, t.amount::text as amount, t.day, t.reference, t.state from told_transfers t
    where t.school_id = ${schoolId} and t.id = ${id} for no key update`.execute(db)
  return rows[0]
}

type Deciding = {
  schoolId: string
  id: string
  state: Exclude<ToldState, 'waiting'>
  by: string
  now: Date
  reason?: string
  receiptId?: string
}

export const decideTold = (db: Db, { schoolId, id, state, by, now, reason, receiptId }: Deciding) =>
  sql`update told_transfers t set state = ${state}, decided_by = ${by}, decided_at = ${now}, reason = ${reason ?? null},
      receipt_id = ${receiptId ?? null}
    where t.school_id = ${schoolId} and t.id = ${id}`.execute(db)

export type ToldOfFamilyRow = ToldRow & { familyCode: string; names: string; payerName: string }

type WhichTold = { state?: ToldState | null | undefined; id?: string }

/** What parents told, what waits first, or one of it. */
export async function toldListed(db: Db, schoolId: string, { state, id }: WhichTold, page: PageRequest) {
  const { rows } = await sql<ToldOfFamilyRow & { inAll: number }>`
    select ${toldRow}, f.code as family_code, ${namesOfChildren(
      schoolId,
      sql`select m.student_id from family_students m where m.school_id = ${schoolId} and m.family_id = t.family_id`,
    )} as names, ${fullName('u')} as payer_name, count(*) over ()::integer as in_all
    from told_transfers t
    join fee_settings fs on fs.school_id = t.school_id
    join families f on f.school_id = t.school_id and f.id = t.family_id
    join users u on u.id = t.payer_id
    where t.school_id = ${schoolId} ${state ? sql`and t.state = ${state}` : sql``} ${id ? sql`and t.id = ${id}` : sql``}
    order by t.state = 'waiting' desc, t.created_at desc, t.id limit ${page.limit} offset ${page.offset}`.execute(db)
  return { rows: rows.map(({ inAll: _, ...row }) => row), total: rows[0]?.inAll ?? 0 }
}

/** The time zone of a school. */
export async function zoneOfSchool(db: Db, schoolId: string) {
  const { rows } = await sql<{ timeZone: string }>`
    select s.time_zone from schools s where s.id = ${schoolId} and s.active`.execute(db)
  return rows[0]?.timeZone
}
