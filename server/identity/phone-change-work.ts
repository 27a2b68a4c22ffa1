import type pg from 'pg'
import { withClient } from '#server/db/client.ts'

/** Does what is due by the clock of the server, as the owner; answers how many changes ended. */
export const applyPhoneChanges = (owner: pg.ClientConfig, now: Date): Promise<number> =>
  withClient(owner, async (client) => {
    const { rows } = await client.query<{ ended: number }>('select apply_phone_changes($1) as ended', [now])
    return rows[0]!.ended
  })
