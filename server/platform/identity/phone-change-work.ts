import type pg from 'pg'
import { withClient } from '#server/db/client.ts'

/** Applies, as the owner, the changes that are due by the server's clock; returns how many ended. */
export const applyPhoneChanges = (owner: pg.ClientConfig, now: Date): Promise<number> =>
  withClient(owner, async (client) => {
    const { rows } = await client.query<{ ended: number }>('select apply_phone_changes($1) as ended', [now])
    return rows[0]!.ended
  })
