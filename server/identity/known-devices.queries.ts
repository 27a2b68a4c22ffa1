import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** How long a device stays known after its last use; housekeeping erases it then. */
export const knownFor = '180 days'

export const isKnownDevice = async (db: Db, userId: string, deviceHash: Buffer) =>
  (await db
    .selectFrom('knownDevices')
    .where('userId', '=', userId)
    .where('deviceHash', '=', deviceHash)
    .where('lastUsedAt', '>', sql<string>`now() - ${knownFor}::interval`)
    .select('userId')
    .executeTakeFirst()) !== undefined

export const rememberDevice = (db: Db, userId: string, deviceHash: Buffer) =>
  db
    .insertInto('knownDevices')
    .values({ userId, deviceHash })
    .onConflict((known) => known.columns(['userId', 'deviceHash']).doUpdateSet({ lastUsedAt: sql<string>`now()` }))
    .execute()

/** Which of a person's devices stop being known. */
export type Forgotten = { only: Buffer } | { except: Buffer }

export async function deleteKnownDevices(db: Db, userId: string, which: Forgotten) {
  const all = db.deleteFrom('knownDevices').where('userId', '=', userId)
  await ('only' in which
    ? all.where('deviceHash', '=', which.only)
    : all.where('deviceHash', '<>', which.except)
  ).execute()
}
