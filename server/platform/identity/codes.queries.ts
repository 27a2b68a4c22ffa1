import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { signed } from '#server/db/signing.ts'

/** How long a code is valid, by the database's clock. */
const lifetime = sql<string>`now() + interval '10 minutes'`

type NewCode = { phoneHash: Buffer; codeHmac: Buffer; requestedFrom: Buffer }

/** How long the code of a letter is valid. */
export const daysOfLetter = 14

/** Stores the only live code of a phone in place of an older one. With `when` false, runs the same statement and stores nothing. */
export const putCode = (db: Db, { phoneHash, codeHmac, requestedFrom }: NewCode, when = true) =>
  db
    .insertInto('smsCodes')
    .columns(['phoneHash', 'codeHmac', 'requestedFrom', 'expiresAt'])
    .expression(
      db
        .selectNoFrom([
          sql<Buffer>`${phoneHash}::bytea`.as('phoneHash'),
          sql<Buffer>`${codeHmac}::bytea`.as('codeHmac'),
          sql<Buffer>`${requestedFrom}::bytea`.as('requestedFrom'),
          lifetime.as('expiresAt'),
        ])
        .where(sql<boolean>`${when}`),
    )
    .onConflict((older) =>
      older.column('phoneHash').doUpdateSet((eb) => ({
        codeHmac: eb.ref('excluded.codeHmac'),
        requestedFrom: eb.ref('excluded.requestedFrom'),
        tries: 0,
        triesElsewhere: 0,
        usedAt: null,
        expiresAt: eb.ref('excluded.expiresAt'),
        createdAt: sql<string>`now()`,
        handedOutIn: null,
      })),
    )
    .execute()

type LetterCode = { phoneHash: Buffer; codeHmac: Buffer; handedOutIn: string }

/** Stores the code of a letter in place of an older one, and returns until when it is valid. */
export async function putLetterCode(db: Db, code: LetterCode): Promise<string> {
  const expiresAt = sql<string>`now() + ${daysOfLetter} * interval '1 day'`
  const fresh = { tries: 0, triesElsewhere: 0, usedAt: null, createdAt: sql<string>`now()`, requestedFrom: null }
  const row = await db
    .insertInto('smsCodes')
    .values({ ...code, expiresAt })
    .onConflict((older) => older.column('phoneHash').doUpdateSet({ ...code, ...fresh, expiresAt }))
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return row.expiresAt
}

/**
 * Counts one try of a phone's live code and returns what it must be compared with; undefined if no code is live. Tries from the address that
 * requested it are counted apart from all others.
 */
export const takeTry = (db: Db, phoneHash: Buffer, { from, atMost }: { from: Buffer; atMost: number }) =>
  db
    .updateTable('smsCodes')
    .set({
      tries: sql<number>`tries + (requested_from is not distinct from ${from})::integer`,
      triesElsewhere: sql<number>`tries_elsewhere + (requested_from is distinct from ${from})::integer`,
    })
    .where('phoneHash', '=', phoneHash)
    .where(
      sql<boolean>`case when requested_from is not distinct from ${from} then tries else tries_elsewhere end < ${atMost}`,
    )
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning(['codeHmac', 'handedOutIn'])
    .executeTakeFirst()

/** Uses a code up; false if another call did so first or the code has been replaced meanwhile. */
export async function useCode(db: Db, phoneHash: Buffer, codeHmac: Buffer) {
  const { numUpdatedRows } = await db
    .updateTable('smsCodes')
    .set({ usedAt: sql<string>`now()` })
    .where('phoneHash', '=', phoneHash)
    .where('codeHmac', '=', codeHmac)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function insertGrant(db: Db, { grantHash, phoneNumber }: { grantHash: Buffer; phoneNumber: string }) {
  const signature = signed(db, 'put grant', grantHash.toString('hex'), phoneNumber)
  return sql`select put_grant(${grantHash}, ${phoneNumber}, ${signature})`.execute(db)
}

/** The grant of a code from a letter. */
export function insertLetterGrant(
  db: Db,
  { grantHash, phoneNumber, schoolId }: { grantHash: Buffer; phoneNumber: string; schoolId: string },
) {
  const signature = signed(db, 'put letter grant', grantHash.toString('hex'), phoneNumber, schoolId)
  return sql`select put_letter_grant(${grantHash}, ${phoneNumber}, ${schoolId}, ${signature})`.execute(db)
}

/** Notes of an account whether its password was set with the code of a letter. */
export function noteLetter(db: Db, personId: string, grantHash: Buffer) {
  const signature = signed(db, 'note letter', personId, grantHash.toString('hex'))
  return sql`select note_letter(${personId}, ${grantHash}, ${signature})`.execute(db)
}

/** Uses a grant up and returns the phone for which it was given; null if it is unknown, used or too old. */
export async function useGrant(db: Db, grantHash: Buffer) {
  const { rows } = await sql<{ phoneNumber: string | null }>`select use_grant(${grantHash}) as phone_number`.execute(db)
  return rows[0]!.phoneNumber
}

/** Whether a number has an account or an open invitation. */
export async function isKnownNumber(db: Db, phoneNumber: string) {
  const { rows } = await sql<{ isKnown: boolean }>`
    select is_known_number(${phoneNumber}, ${signed(db, 'known number', phoneNumber)}) as is_known`.execute(db)
  return rows[0]!.isKnown
}
