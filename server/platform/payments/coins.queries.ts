import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

/** The schools to which a person belongs, active or not. Members may not decide about the money of their school. */
export async function schoolsOf(db: Db, personId: string) {
  const { rows } = await sql<{ schoolId: string }>`
    select school_id from school_members where person_id = ${personId}`.execute(db)
  return rows.map(({ schoolId }) => schoolId)
}

/** The price of a coin for a school now; undefined if the school has no coin type. */
export const priceOf = (db: Db, schoolId: string) =>
  db
    .selectFrom('schools as s')
    .innerJoin('coinTypes as c', 'c.id', 's.coinTypeId')
    .where('s.id', '=', schoolId)
    .select(['c.id as coinTypeId', 'c.value as coinValue'])
    .executeTakeFirst()

export type Paid = {
  schoolId: string
  paymentTypeId: string
  paymentDate: string
  amount: number
  coinTypeId: string
  coinValue: number
  recordedBy: string
  requestId?: string
  adjustsId?: string
  reason?: string | null | undefined
}

/**
 * Stores paid money and the coins that it buys. Only whole coins are bought, also from what remained of earlier payments; the
 * rest stays as money (api.md §12). The school must be locked. Returns the id of the transaction.
 */
export async function credit(db: Db, paid: Paid) {
  const { schoolId, paymentTypeId, paymentDate, amount, coinTypeId, coinValue, recordedBy, requestId, adjustsId } = paid
  const { reason = null } = paid
  const id = newId()
  const coins = await coinsFor(db, paid)
  await db
    .insertInto('paymentTransactions')
    .values({
      id,
      schoolId,
      paymentTypeId,
      requestId,
      adjustsId,
      paymentDate,
      amount,
      coinTypeId,
      coinValue,
      coins,
      reason,
      recordedBy,
    })
    .execute()
  const kind = adjustsId ? 'adjustment' : 'payment'
  await db
    .insertInto('coinEntries')
    .values({ id: newId(), schoolId, kind, coins, paymentTransactionId: id, reason, madeBy: recordedBy })
    .execute()
  return id
}

/** The coins that this money and the earlier rest buy. A correction may take coins back. */
async function coinsFor(db: Db, { schoolId, amount, coinValue }: Paid) {
  const { rows } = await sql<{ coins: number }>`
    with bought as (
      select ${amount}::numeric + money_carry as total, floor((${amount}::numeric + money_carry) / ${coinValue}::numeric) as coins
      from schools where id = ${schoolId}
    )
    update schools set money_carry = b.total - b.coins * ${coinValue}::numeric from bought b where schools.id = ${schoolId}
    returning b.coins::integer as coins`.execute(db)
  return rows[0]!.coins
}

/** The coins that were given to a school by hand and not taken back. */
export async function givenByHand(db: Db, schoolId: string) {
  const { rows } = await sql<{ coins: number }>`
    select coalesce(sum(coins), 0) as coins from coin_entries where school_id = ${schoolId} and kind = 'manual'`.execute(
    db,
  )
  return rows[0]!.coins
}

type ByHand = { schoolId: string; coins: number; reason: string | null; madeBy: string }

export const giveByHand = (db: Db, entry: ByHand) =>
  db
    .insertInto('coinEntries')
    .values({ id: newId(), kind: 'manual', ...entry })
    .execute()
