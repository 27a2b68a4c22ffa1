import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { contains, fullName } from '#server/db/search.ts'
import { amongSchools } from '#server/db/rows.ts'

/** The reader. The platform sees the requests of all schools; staff see those of the named schools. */
export type PaymentReader = { onPlatform: true } | { onPlatform: false; schools: readonly string[] }

type Maybe<T> = T | null | undefined

type Filter = {
  schoolId?: Maybe<string>
  requestDateFrom?: Maybe<string>
  requestDateTo?: Maybe<string>
  transferCode?: Maybe<string>
  transferDateFrom?: Maybe<string>
  transferDateTo?: Maybe<string>
  transferAmount?: Maybe<number>
  paymentTypeId?: Maybe<string>
  approved?: Maybe<boolean>
  approvedById?: Maybe<string>
}

/** Requests for coins, latest first. Days are in the time zone of the school. */
export function requestsBy(db: Db, reader: PaymentReader, filter: Filter, page: PageRequest) {
  let query = requestRows(db, reader)
  if (filter.schoolId) query = query.where('r.schoolId', '=', filter.schoolId)
  if (filter.requestDateFrom) query = query.where(sql<boolean>`${requestedOn} >= ${filter.requestDateFrom}::date`)
  if (filter.requestDateTo) query = query.where(sql<boolean>`${requestedOn} <= ${filter.requestDateTo}::date`)
  if (filter.transferCode) query = query.where(contains('r.transferCode', filter.transferCode))
  if (filter.transferDateFrom) query = query.where('r.transferDate', '>=', filter.transferDateFrom)
  if (filter.transferDateTo) query = query.where('r.transferDate', '<=', filter.transferDateTo)
  if (filter.transferAmount != null) query = query.where('r.transferAmount', '=', filter.transferAmount)
  if (filter.paymentTypeId) query = query.where('r.paymentTypeId', '=', filter.paymentTypeId)
  if (filter.approved != null) query = query.where('r.approved', '=', filter.approved)
  if (filter.approvedById) query = query.where('r.decidedBy', '=', filter.approvedById)
  return paged(query.orderBy('r.requestedAt', 'desc').orderBy('r.id'), page)
}

/** Open requests of all schools, the oldest first. */
export const requestsWaiting = (db: Db, limit: number) =>
  paged(
    requestRows(db, { onPlatform: true }).where('r.approved', 'is', null).orderBy('r.requestedAt').orderBy('r.id'),
    { limit, offset: 0 },
  )

/** The requests of a school that wait for the platform, or were decided, with the moment since when. */
export const waitingRequests = (db: Db, schoolId: string) =>
  ofSchool(db, schoolId).where('r.approved', 'is', null).select(['r.id', 'r.requestedAt as at'])
export const decidedRequests = (db: Db, schoolId: string) =>
  ofSchool(db, schoolId).where('r.approved', 'is not', null).select(['r.id', 'r.decidedAt as at'])

const ofSchool = (db: Db, schoolId: string) =>
  db.selectFrom('paymentRequests as r').where('r.schoolId', '=', schoolId).where('r.removedAt', 'is', null)

export const requestsNamed = (db: Db, reader: PaymentReader, ids: readonly string[]) =>
  requestRows(db, reader).where('r.id', 'in', ids).execute()

export const requestOf = (db: Db, reader: PaymentReader, id: string) =>
  requestRows(db, reader).where('r.id', '=', id).executeTakeFirst()

/** The facts needed to decide about a request. Nothing is locked yet. */
export const requestToDecide = (db: Db, schoolId: string, id: string) =>
  db
    .selectFrom('paymentRequests')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .select(['requestedBy', 'approved'])
    .executeTakeFirst()

type Decision = { schoolId: string; id: string; approved: boolean; reason?: Maybe<string>; baseVersion: Maybe<number> }

/**
 * Decides a request that is still open and unchanged since it was read. Returns how it is paid; undefined if another person was
 * faster, or the request no longer exists.
 */
export const decide = (db: Db, { schoolId, id, approved, reason = null, baseVersion = null }: Decision, by: string) =>
  db
    .updateTable('paymentRequests')
    .set({ approved, decidedBy: by, decidedAt: sql`now()`, rejectReason: reason, modifiedAt: sql`now()` })
    .set({ version: sql`version + 1` })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('approved', 'is', null)
    .where('removedAt', 'is', null)
    .where('version', '=', sql<number>`coalesce(${baseVersion}::integer, version)`)
    .returning('paymentTypeId')
    .executeTakeFirst()

type NewRequest = {
  schoolId: string
  paymentTypeId: string
  transferCode: string
  transferDate: string
  transferAmount: number
  requestedBy: string
}

/** Stores an open request and returns its id. */
export async function insertRequest(db: Db, request: NewRequest) {
  const id = newId()
  await db
    .insertInto('paymentRequests')
    .values({ id, ...request })
    .execute()
  return id
}

/** Marks an open request as deleted. Returns false if it was decided in the meantime. */
export async function removeRequest(db: Db, schoolId: string, id: string, by: string) {
  const { numUpdatedRows } = await db
    .updateTable('paymentRequests')
    .set({ removedAt: sql`now()`, removedBy: by })
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('approved', 'is', null)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether money may be sent in this way: the payment type exists and is in use. */
export async function isPaymentType(db: Db, id: string, { active }: { active: boolean }) {
  const { rows } = await sql`select from payment_types where id = ${id} and (is_active or not ${active})`.execute(db)
  return rows.length > 0
}

const requestedOn = sql`(r.requested_at at time zone s.time_zone)::date`

function requestRows(db: Db, reader: PaymentReader) {
  const rows = db
    .selectFrom('paymentRequests as r')
    .innerJoin('schools as s', 's.id', 'r.schoolId')
    .innerJoin('paymentTypes as t', 't.id', 'r.paymentTypeId')
    .leftJoin('users as decider', 'decider.id', 'r.decidedBy')
    .leftJoin('paymentTransactions as p', (join) =>
      join.onRef('p.schoolId', '=', 'r.schoolId').onRef('p.requestId', '=', 'r.id').on('p.adjustsId', 'is', null),
    )
    .where('r.removedAt', 'is', null)
    .select(['r.id', 'r.schoolId', 's.name as schoolName', 'r.approved', 'r.decidedBy as approvedById'])
    .select(sql<string | null>`case when r.decided_by is not null then ${fullName('decider')} end`.as('approvedByName'))
    .select(['r.paymentTypeId', 't.name as paymentTypeName', 'r.requestedAt as requestDate', 'r.transferCode'])
    .select(['r.transferDate', 'r.transferAmount', 's.coinTypeId', 'p.amount as paymentAmount', 'p.coins'])
    .select(['r.rejectReason', 'r.version', 'r.requestedBy'])
  if (!reader.onPlatform)
    return rows
      .where(amongSchools('r.school_id', reader.schools))
      .select([
        sql<boolean | null>`null::boolean`.as('sameCodeElsewhere'),
        sql<number | null>`null::numeric`.as('leftOver'),
      ])
  return rows
    .leftJoin(usedCodes, (join) =>
      join.onRef('used.paymentTypeId', '=', 'r.paymentTypeId').on(sql<boolean>`used.code = fold(r.transfer_code)`),
    )
    .select(sql<boolean | null>`coalesce(used.schools <> array[r.school_id], false)`.as('sameCodeElsewhere'))
    .select(sql<number | null>`case when r.approved is null then s.money_carry end`.as('leftOver'))
}

/**
 * The schools that used each code, for each payment type. The codes are folded once for each request, not for each pair of
 * requests, because row-level security prevents the use of indexes on folded text.
 */
const usedCodes = sql<{ paymentTypeId: string; code: string; schools: string[] }>`(
  select payment_type_id, fold(transfer_code) as code, array_agg(school_id) as schools from payment_requests
  where approved is distinct from false and removed_at is null group by 1, 2)`.as('used')
