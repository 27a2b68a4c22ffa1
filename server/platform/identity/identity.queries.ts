import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { unread } from '#server/db/speculation/ways.ts'
import { signed } from '#server/db/signing.ts'

/** The person with a phone number, with their password hash and other proofs. */
export async function personByPhone(db: Db, phoneNumber: string) {
  const { rows } = await sql<{ id: string; passwordHash: string }>`
    select id, password_hash from account_of_phone(${phoneNumber}, ${signed(db, 'account of phone', phoneNumber)})`.execute(
    db,
  )
  return rows[0]
}

export const personRow = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'userName', 'firstName', 'middleName', 'lastName', 'phoneNumber', 'imageUrl'])

type NewSession = { tokenHash: Buffer; userId: string; sharedComputer: boolean; userAgent: string | null }

/** With `isUnproved`, the session opens nothing until a code to the person's number is given. */
export async function insertSession(
  db: Db,
  { tokenHash, userId, sharedComputer, userAgent }: NewSession,
  isUnproved: boolean,
) {
  const id = newId()
  const [purpose, opens] = isUnproved
    ? (['open unproved session', sql`open_unproved_session`] as const)
    : (['open session', sql`open_session`] as const)
  const signature = signed(db, purpose, id, tokenHash.toString('hex'), userId)
  await unread(
    sql`select ${opens}(${id}, ${tokenHash}, ${userId}, ${sharedComputer}, ${userAgent}, ${signature})`,
  ).execute(db)
  return id
}

/** Ends the session of a secret; returns how many ended. */
export async function endSession(db: Db, tokenHash: Buffer) {
  const { rows } = await sql<{ ended: number }>`select end_session(${tokenHash}) as ended`.execute(db)
  return rows[0]!.ended
}
