import { sql } from 'kysely'
import type { DatabaseAddress } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'

/** Moves threads to who answers now, then notifies of the texts whose time has come, as the owner; returns how many. */
export const keepThreads = (owner: DatabaseAddress, now: Date): Promise<number> =>
  withDb(owner, async (db) => {
    const { rows: moved } = await sql<{ many: number }>`select move_threads(${now}) as many`.execute(db)
    const { rows: due } = await sql<{ many: number }>`select notify_due_texts(${now}) as many`.execute(db)
    return moved[0]!.many + due[0]!.many
  })
