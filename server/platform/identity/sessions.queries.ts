import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** A person's sessions, last used first, including those that have expired. */
export const sessionsOf = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .where('userId', '=', userId)
    .select(['id', 'userAgent', 'sharedComputer', 'createdAt', 'lastUsedAt', 'userId as personId'])
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()

/** Whether the person still has this session. */
export const hasSession = async (db: Db, userId: string, id: string) =>
  (await db
    .selectFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()) !== undefined

/** Ends one session of a person; false if they have none with that id. */
export async function endSessionOf(db: Db, userId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/**
 * Ends a person's sessions except the named one; returns how many ended. Also removes their devices that get notices, even of sessions that
 * have expired before.
 */
export async function endSessionsOf(db: Db, userId: string, except: string | null) {
  // Sessions before devices: a sign-out also locks the session before its device (decision 073).
  const all = db.deleteFrom('sessions').where('userId', '=', userId)
  const { numDeletedRows } = await (except ? all.where('id', '<>', except) : all).executeTakeFirst()
  await db
    .deleteFrom('pushSubscriptions')
    .where('personId', '=', userId)
    .where(sql<boolean>`(${except}::uuid is null or session_id is distinct from ${except}::uuid)`)
    .execute()
  return Number(numDeletedRows)
}
