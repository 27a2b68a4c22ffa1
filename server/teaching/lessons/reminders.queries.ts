import { sql } from 'kysely'
import type { DatabaseAddress } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'

/** Reminds of lessons that nobody took, as the owner, of each once; returns of how many. */
export const remindOfLessons = (owner: DatabaseAddress, now: Date): Promise<number> =>
  withDb(owner, async (db) => {
    const { rows } = await sql<{ many: number }>`select remind_of_lessons(${now}) as many`.execute(db)
    return rows[0]!.many
  })
