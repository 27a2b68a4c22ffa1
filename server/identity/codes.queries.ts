import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { signed } from '#server/db/signing.ts'

/** How long a code is valid, by the database's clock. */
const lifetime = sql<string>`now() + interval '10 minutes'`

/** Stores the only live code of a phone in place of an older one. With `when` false, runs the same statement and stores nothing. */
export const putCode = (db: Db, { phoneHash, codeHmac }: { phoneHash: Buffer; codeHmac: Buffer }, when = true) =>
  db
    .insertInto('smsCodes')
    .columns(['phoneHash', 'codeHmac', 'expiresAt'])
    .expression(
      db
        .selectNoFrom([
          sql<Buffer>`${phoneHash}::bytea`.as('phoneHash'),
          sql<Buffer>`${codeHmac}::bytea`.as('codeHmac'),
          lifetime.as('expiresAt'),
        ])
        .where(sql<boolean>`${when}`),
    )
    .onConflict((older) =>
      older.column('phoneHash').doUpdateSet((eb) => ({
        codeHmac: eb.ref('excluded.codeHmac'),
        tries: 0,
        usedAt: null,
        expiresAt: eb.ref('excluded.expiresAt'),
        createdAt: sql<string>`now()`,
      })),
    )
    .execute()

/** Counts one try of a phone's live code and returns what it must be compared with; undefined if no code is live. */
export const takeTry = (db: Db, phoneHash: Buffer, triesAtMost: number) =>
  db
    .updateTable('smsCodes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('phoneHash', '=', phoneHash)
    .where('tries', '<', triesAtMost)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning('codeHmac')
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

/** Uses a grant up and returns the phone for which it was given; null if it is unknown, used or too old. */
export async function useGrant(db: Db, grantHash: Buffer) {
  const { rows } = await sql<{ phoneNumber: string | null }>`select use_grant(${grantHash}) as phone_number`.execute(db)
  return rows[0]!.phoneNumber
}
