import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { contains, containsIn, fullName } from '#server/db/search.ts'
import type { PaymentReader } from './payment-requests.queries.ts'
import { amongSchools } from '#server/db/rows.ts'

type Maybe<T> = T | null | undefined

type Filter = {
  paymentDateFrom?: Maybe<string>
  paymentDateTo?: Maybe<string>
  amount?: Maybe<number>
  paymentTypeId?: Maybe<string>
  fromId?: Maybe<string>
  fromName?: Maybe<string>
  fromType?: Maybe<string>
  toId?: Maybe<string>
  toName?: Maybe<string>
  toType?: Maybe<string>
  coinTypeId?: Maybe<string>
  requestId?: Maybe<string>
}

/** The payments of schools and their corrections, latest first. */
export function paymentsBy(db: Db, reader: PaymentReader, filter: Filter, page: PageRequest) {
  let query = paymentRows(db, reader)
  if (filter.paymentDateFrom) query = query.where('p.paymentDate', '>=', filter.paymentDateFrom)
  if (filter.paymentDateTo) query = query.where('p.paymentDate', '<=', filter.paymentDateTo)
  if (filter.amount != null) query = query.where('p.amount', '=', filter.amount)
  if (filter.paymentTypeId) query = query.where('p.paymentTypeId', '=', filter.paymentTypeId)
  if (filter.fromId) query = query.where('p.schoolId', '=', filter.fromId)
  if (filter.fromName) query = query.where(contains('s.name', filter.fromName))
  if (filter.fromType) query = query.where(sql<boolean>`lower(${filter.fromType}) = lower(${from})`)
  if (filter.toId) query = query.where('p.recordedBy', '=', filter.toId)
  if (filter.toName) query = query.where(containsIn(fullName('u'), filter.toName))
  if (filter.toType) query = query.where(sql<boolean>`lower(${filter.toType}) = lower(${to})`)
  if (filter.coinTypeId) query = query.where('p.coinTypeId', '=', filter.coinTypeId)
  if (filter.requestId) query = query.where('p.requestId', '=', filter.requestId)
  return paged(query.orderBy('p.paymentDate', 'desc').orderBy('p.id', 'desc'), page)
}

export const paymentOf = (db: Db, reader: PaymentReader, id: string) =>
  paymentRows(db, reader).where('p.id', '=', id).executeTakeFirst()

/** A payment to correct, with its total including earlier corrections. */
export async function paymentToCorrect(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<ToCorrect>`
    select p.adjusts_id, p.payment_type_id, p.coin_type_id, p.coin_value,
      p.amount + (select coalesce(sum(a.amount), 0) from payment_transactions a
        where a.school_id = ${schoolId} and a.adjusts_id = p.id) as comes_to
    from payment_transactions p where p.school_id = ${schoolId} and p.id = ${id}`.execute(db)
  return rows[0]!
}

type ToCorrect = {
  adjustsId: string | null
  paymentTypeId: string
  coinTypeId: string
  coinValue: number
  comesTo: number
}

/** The difference of two amounts of money, exact to the piastre. */
export const differenceOf = (amount: number, less: number) => Math.round(amount * 100 - less * 100) / 100

const from = 'School'
const to = 'Application'

function paymentRows(db: Db, reader: PaymentReader) {
  const rows = db
    .selectFrom('paymentTransactions as p')
    .innerJoin('schools as s', 's.id', 'p.schoolId')
    .innerJoin('paymentTypes as t', 't.id', 'p.paymentTypeId')
    .innerJoin('coinTypes as c', 'c.id', 'p.coinTypeId')
    .innerJoin('users as u', 'u.id', 'p.recordedBy')
    .leftJoin('paymentRequests as r', (join) =>
      join.onRef('r.schoolId', '=', 'p.schoolId').onRef('r.id', '=', 'p.requestId'),
    )
    .select(['p.id', 'p.paymentDate', 'p.paymentTypeId', 't.name as paymentTypeName', 'p.requestId', 'r.transferCode'])
    .select([sql<string>`${from}::text`.as('fromType'), 'p.schoolId as fromId', 's.name as fromName'])
    .select([sql<string>`${to}::text`.as('toType'), 'p.recordedBy as toId', fullName('u').as('toName')])
    .select(['p.amount', 'p.coinTypeId', 'c.name as coinTypeName', 'p.coins', 'p.adjustsId as adjusts'])
  return reader.onPlatform ? rows : rows.where(amongSchools('p.school_id', reader.schools))
}
