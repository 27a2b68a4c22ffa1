import { sql } from 'kysely'
import type { DatabaseAddress } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'

/** Reminds who has a meeting a day before the evening, as the owner, once; returns of how many evenings. */
export const remindOfMeetings = (owner: DatabaseAddress, now: Date): Promise<number> =>
  withDb(owner, async (db) => {
    const { rows } = await sql<{ many: number }>`select remind_of_meetings(${now}) as many`.execute(db)
    return rows[0]!.many
  })
