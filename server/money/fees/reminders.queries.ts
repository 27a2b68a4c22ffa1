import { sql } from 'kysely'
import type { DatabaseAddress } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'

/** Reminds parents of fees that are due soon or overdue, as the owner, at most once a day; returns in how many schools. */
export const remindOfFees = (owner: DatabaseAddress, now: Date): Promise<number> =>
  withDb(owner, async (db) => {
    const { rows } = await sql<{ many: number }>`select remind_of_fees(${now}) as many`.execute(db)
    return rows[0]!.many
  })
