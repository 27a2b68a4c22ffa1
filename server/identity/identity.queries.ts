import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

/** The person of a phone number with their password and other proofs. */
export const personByPhone = (db: Db, phoneNumber: string) =>
  db.selectFrom('users').where('phoneNumber', '=', phoneNumber).select(['id', 'passwordHash']).executeTakeFirst()

export const personById = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'userName', 'firstName', 'middleName', 'lastName', 'phoneNumber', 'imageUrl'])
    .executeTakeFirstOrThrow()

/**
 * Whether a password is still the one it was checked against; it then stays so until this call ends. A session opened with
 * an old password could otherwise slip past the ending of all sessions that comes with a new one.
 */
export const isStillPassword = async (db: Db, id: string, passwordHash: string) =>
  (await db
    .selectFrom('users')
    .where('id', '=', id)
    .where('passwordHash', '=', passwordHash)
    .select('id')
    .forShare()
    .executeTakeFirst()) !== undefined

type NewSession = { tokenHash: Buffer; userId: string; sharedComputer: boolean; userAgent: string | null }

export const insertSession = (db: Db, session: NewSession) =>
  db
    .insertInto('sessions')
    .values({ id: newId(), ...session })
    .execute()

/** Ends the session of a secret; answers how many ended. */
export async function endSession(db: Db, tokenHash: Buffer) {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).executeTakeFirst()
  return Number(numDeletedRows)
}
