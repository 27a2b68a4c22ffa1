import { sql } from 'kysely'
import type { DatabaseAddress } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'

/** Reminds parents two days before the last day of a form, as the owner, once; returns of how many forms. */
export const remindOfForms = (owner: DatabaseAddress, now: Date): Promise<number> =>
  withDb(owner, async (db) => {
    const { rows } = await sql<{ many: number }>`select remind_of_forms(${now}) as many`.execute(db)
    return rows[0]!.many
  })
