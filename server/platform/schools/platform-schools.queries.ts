import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** The state of a school. The school is locked, so that its state does not change until the call ends. */
export const lockedState = (db: Db, id: string) =>
  db
    .selectFrom('schools')
    .where('id', '=', id)
    .select(['active', 'coinTypeId', sql<boolean>`coalesce(support_until > now(), false)`.as('supportOpen')])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

/** Whether a coin type with this id exists. */
export async function isCoinType(db: Db, id: string) {
  const { rows } = await sql`select from coin_types where id = ${id}`.execute(db)
  return rows.length > 0
}

/**
 * Opens or closes a school. With a coin type, it is opened for the first time. `least` ignores null, so an existing day is
 * kept.
 */
export const setActive = (db: Db, id: string, active: boolean, coinTypeId?: string) =>
  db
    .updateTable('schools')
    .set({ active, ...(coinTypeId && { coinTypeId }), version: sql`version + 1`, modifiedAt: sql`now()` })
    .set({ activatedAt: active ? sql`least(activated_at, now())` : sql`activated_at` })
    .where('id', '=', id)
    .execute()

/** Opens the support window for this number of hours from now. */
export const openSupport = (db: Db, id: string, hours: number, by: string) =>
  db
    .updateTable('schools')
    .set({ supportUntil: sql`now() + ${hours}::integer * interval '1 hour'`, supportOpenedBy: by })
    .where('id', '=', id)
    .execute()

export const closeSupport = (db: Db, id: string) =>
  db.updateTable('schools').set({ supportUntil: null }).where('id', '=', id).execute()
