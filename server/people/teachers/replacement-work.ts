import type pg from 'pg'
import { withClient } from '#server/db/client.ts'

/** Carries out the replacements that are due, as the owner of the database. Returns how many. */
export const applyReplacements = (owner: pg.ClientConfig, now: Date): Promise<number> =>
  withClient(owner, async (client) => {
    const { rows } = await client.query<{ many: number }>('select apply_teacher_replacements($1) as many', [now])
    return rows[0]!.many
  })
