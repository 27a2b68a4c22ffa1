import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { unread } from '#server/db/speculation/ways.ts'

/** How long a device stays known after its last use. Housekeeping erases it after that. */
const knownFor = '180 days'

export const isKnownDevice = async (db: Db, userId: string, deviceHash: Buffer) =>
  (await knownDeviceRow(db, userId, deviceHash).execute()).length > 0

/** The device, if it is known. */
export const knownDeviceRow = (db: Db, userId: string, deviceHash: Buffer) =>
  db
    .selectFrom('knownDevices')
    .where('userId', '=', userId)
    .where('deviceHash', '=', deviceHash)
    .where('lastUsedAt', '>', sql<string>`now() - ${knownFor}::interval`)
    .select('userId')

/** Must be called in a transaction. */
export const rememberDevice = (db: Db, userId: string, deviceHash: Buffer) =>
  unread(sql`insert into known_devices (user_id, device_hash) values (${userId}, ${deviceHash})
    on conflict (user_id, device_hash) do update set last_used_at = excluded.last_used_at`).execute(db)

/** Which of a person's known devices are forgotten. */
export type Forgotten = { only: Buffer } | { except: Buffer }

export async function deleteKnownDevices(db: Db, userId: string, which: Forgotten) {
  const all = db.deleteFrom('knownDevices').where('userId', '=', userId)
  await ('only' in which
    ? all.where('deviceHash', '=', which.only)
    : all.where('deviceHash', '<>', which.except)
  ).execute()
}
