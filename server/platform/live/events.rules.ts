import type { LiveChange } from '#contract/platform/live/live.ts'
import type { Db } from '#server/db/db.ts'
import { notifyLive } from './events.queries.ts'

/** Signals the open screens that show what has changed, when the change is stored (decision 017). */
export async function signalChanges(db: Db, changes: LiveChange[]) {
  if (changes.length > 0)
    await notifyLive(
      db,
      changes.map((change) => JSON.stringify(change)),
    )
}

/** The signal that the home pages of a school's staff have changed. */
export const schoolChanged = (id: string): LiveChange => ({ topic: 'school', id, studentId: null, version: 0 })

/** The same after a register of the day was saved: averages and steps are as they were. */
export const registerSaved = (id: string): LiveChange => ({ ...schoolChanged(id), part: 'register' })
