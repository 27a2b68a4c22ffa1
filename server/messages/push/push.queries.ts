import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

/** A person's subscriptions, most recently used first. */
export const devicesOf = (db: Db, personId: string) =>
  db
    .selectFrom('pushSubscriptions')
    .where('personId', '=', personId)
    .select(['id', 'sessionId', 'language', 'userAgent', 'createdAt', 'lastUsedAt'])
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute()

export type NewDevice = {
  personId: string
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  language: string
  userAgent: string | null
}

/**
 * Stores or renews a browser's subscription. There is one for each session and one for each endpoint; an endpoint belongs to
 * the last person who signed in on that browser. A person keeps only the `most` devices that were used last.
 */
export async function keepDevice(db: Db, device: NewDevice, most: number) {
  const { personId, sessionId, endpoint } = device
  // The stored row refers to its session. A sign-out locks the session before the devices (decision 073).
  await db.selectFrom('sessions').where('id', '=', sessionId).select('id').forKeyShare().execute()
  await db
    .deleteFrom('pushSubscriptions')
    .where('sessionId', '=', sessionId)
    .where('endpoint', '<>', endpoint)
    .execute()
  // A notice for the previous person must not reach this one.
  await db.deleteFrom('pushSubscriptions').where('endpoint', '=', endpoint).where('personId', '<>', personId).execute()
  const { endpoint: _, ...renewed } = device
  await db
    .insertInto('pushSubscriptions')
    .values({ id: newId(), ...device })
    .onConflict((known) =>
      known.column('endpoint').doUpdateSet({ ...renewed, lastUsedAt: sql.ref('excluded.lastUsedAt') }),
    )
    .execute()
  await sql`
    delete from push_subscriptions where person_id = ${personId} and id not in (
      select id from push_subscriptions where person_id = ${personId} order by last_used_at desc, id desc limit ${most})`.execute(
    db,
  )
}

/** Ends one subscription of a person. Returns false if they have none with this id. */
export async function endDevice(db: Db, personId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('pushSubscriptions')
    .where('personId', '=', personId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
