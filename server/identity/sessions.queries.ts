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

/** Ends one session of a person; false when they have none of that id. */
export async function endSessionOf(db: Db, userId: string, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Ends a person's sessions, but the one named; answers how many ended. */
export async function endSessionsOf(db: Db, userId: string, except: string | null) {
  const all = db.deleteFrom('sessions').where('userId', '=', userId)
  const { numDeletedRows } = await (except ? all.where('id', '<>', except) : all).executeTakeFirst()
  return Number(numDeletedRows)
}
