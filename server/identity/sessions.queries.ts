import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** A person's sessions, used last first; also those too old to be alive. */
export const sessionsOf = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .where('userId', '=', userId)
    .select(['id', 'userAgent', 'sharedComputer', 'createdAt', 'lastUsedAt', 'userId as personId'])
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()

/** Whether a person has a session still, by now. */
export const hasSession = async (db: Db, userId: string, id: string) =>
  (await db
    .selectFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()) !== undefined

/** Ends one session of a person; false when they have none of that id. */
export async function endSessionOf(db: Db, userId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/**
 * Ends a person's sessions, but the one named; answers how many ended. Devices that get notices end with them, also those whose
 * session has expired before.
 */
export async function endSessionsOf(db: Db, userId: string, except: string | null) {
  // A sign-out locks the session before its device too (decision 073).
  const all = db.deleteFrom('sessions').where('userId', '=', userId)
  const { numDeletedRows } = await (except ? all.where('id', '<>', except) : all).executeTakeFirst()
  await db
    .deleteFrom('pushSubscriptions')
    .where('personId', '=', userId)
    .where(sql<boolean>`(${except}::uuid is null or session_id is distinct from ${except}::uuid)`)
    .execute()
  return Number(numDeletedRows)
}
