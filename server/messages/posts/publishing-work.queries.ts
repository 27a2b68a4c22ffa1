import { sql } from 'kysely'
import type { DatabaseAddress } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'

/** Publishes the posts whose time has come, as the owner; returns how many. */
export const publishDuePosts = (owner: DatabaseAddress, now: Date): Promise<number> =>
  withDb(owner, async (db) => {
    const { rows } = await sql<{ many: number }>`select publish_due_posts(${now}) as many`.execute(db)
    return rows[0]!.many
  })
