import type pg from 'pg'
import { withClient } from '#server/db/client.ts'

/** Publishes the posts whose time has come, as the owner; returns how many. */
export const publishDuePosts = (owner: pg.ClientConfig, now: Date): Promise<number> =>
  withClient(owner, async (client) => {
    const { rows } = await client.query<{ many: number }>('select publish_due_posts($1) as many', [now])
    return rows[0]!.many
  })
