import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

/** The person of a phone number with what proves him. */
export const personByPhone = (db: Db, phoneNumber: string) =>
  db.selectFrom('users').where('phoneNumber', '=', phoneNumber).select(['id', 'passwordHash']).executeTakeFirst()

export const personById = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'userName', 'firstName', 'middleName', 'lastName', 'phoneNumber', 'imageUrl'])
    .executeTakeFirstOrThrow()

export const insertSession = (db: Db, session: { tokenHash: Buffer; userId: string; sharedComputer: boolean }) =>
  db
    .insertInto('sessions')
    .values({ id: newId(), ...session })
    .execute()

/** Ends the session of a secret; answers how many ended. */
export async function endSession(db: Db, tokenHash: Buffer) {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).executeTakeFirst()
  return Number(numDeletedRows)
}

export const isKnownDevice = async (db: Db, userId: string, deviceHash: Buffer) =>
  (await db
    .selectFrom('knownDevices')
    .where('userId', '=', userId)
    .where('deviceHash', '=', deviceHash)
    .select('userId')
    .executeTakeFirst()) !== undefined

export const rememberDevice = (db: Db, userId: string, deviceHash: Buffer) =>
  db
    .insertInto('knownDevices')
    .values({ userId, deviceHash })
    .onConflict((known) =>
      known.columns(['userId', 'deviceHash']).doUpdateSet({ lastUsedAt: new Date().toISOString() }),
    )
    .execute()
