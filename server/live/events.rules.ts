import type { LiveChange } from '#contract/live/live.ts'
import type { Db } from '#server/db/db.ts'
import { notifyLive } from './events.queries.ts'

/** Tells whoever has it before him that something is another now, once that is stored (decision 017). */
export async function tellLive(db: Db, changes: LiveChange[]) {
  if (changes.length > 0)
    await notifyLive(
      db,
      changes.map((change) => JSON.stringify(change)),
    )
}
