import { sql } from 'kysely'
import type { DatabaseAddress } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'

/** Notifies parents of new classes on the chosen day, as the owner; returns the number of promotions. */
export const notifyOfPromotions = (owner: DatabaseAddress, now: Date): Promise<number> =>
  withDb(owner, async (db) => {
    const { rows } = await sql<{ many: number }>`select notify_of_promotions(${now}) as many`.execute(db)
    return rows[0]!.many
  })
