import { sql } from 'kysely'
import type { DatabaseAddress } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'

/** Applies, as the owner, the changes that are due by the server's clock; returns how many ended. */
export const applyPhoneChanges = (owner: DatabaseAddress, now: Date): Promise<number> =>
  withDb(owner, async (db) => {
    const { rows } = await sql<{ ended: number }>`select apply_phone_changes(${now}) as ended`.execute(db)
    return rows[0]!.ended
  })
