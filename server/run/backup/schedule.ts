import { withClient } from '#server/db/client.ts'
import { repeated } from '#server/processes/repeated.ts'
import { archivingOf } from './backup.queries.ts'
import { type Backed, copyAndTidy, storeFor } from './base-backup.ts'
import { allBasesOf, type Base, walFilesOf } from './store.ts'
import { holeAfter, timelineOf } from './verify-backup.ts'
import { keepShipping, waitingSince } from './wal-archive.ts'

export type Backups = {
  /** When the newest copy was started; null if there is none yet. */
  newest: () => Date | null
  /** Since when the oldest part of the log waits to be archived; null if none waits. */
  waiting: () => Promise<Date | null>
  /** Ends the schedule but not the archiving, because the database still archives its last log when it stops. */
  pause: () => Promise<void>
  /** To be called after the database has stopped. */
  stop: () => Promise<void>
}

type Schedule = {
  /** Hours between two bases, and for how many past days every moment can be restored. */
  every: number
  keep: number
  failed: (problem: unknown, what: string) => void
  /** ms between two checks whether a base is due. */
  look?: number
}

/** Archives the log continuously, copies the database when that is due, and removes what is no longer needed. */
export async function keepBackups(backed: Backed, { every, keep, failed, look = 60_000 }: Schedule): Promise<Backups> {
  const store = await storeFor(backed)
  const shipping = keepShipping(store, backed.spool, {
    failed: (problem) => failed(problem, 'the log of the database is not archived'),
  })
  let stopped = false

  const reported = new Set<string>()
  const newestBase = async () => {
    const { bases, unreadable } = await allBasesOf(store)
    for (const { id, problem } of unreadable.filter((one) => !reported.has(one.id))) {
      reported.add(id)
      failed(problem, 'nothing can be restored from a backup')
    }
    return bases.at(-1)
  }
  let newest = await newestBase()
  const isDue = async () => {
    newest = await newestBase()
    if (!newest || backed.clock.now().getTime() - Date.parse(newest.startedAt) >= every * 3_600_000) return true
    // Nothing after a hole in the log can be restored until there is a later copy.
    return !(await isOfThisTimeline(newest)) || holeAfter(newest, await walFilesOf(store)) !== null
  }
  // A restore starts a new timeline, for which an earlier base needs the log of the old one.
  const isOfThisTimeline = async (base: Base) => {
    const { timeline } = await withClient(backed.owner, archivingOf)
    return timelineOf(base.startWal) === timeline
  }
  const work = async () => {
    if (!(await isDue()) || stopped) return
    newest = await copyAndTidy(backed, keep, (problem) => failed(problem, 'old backups are not removed'))
  }
  const copying = repeated(() => work().catch((problem) => failed(problem, 'no backup was made')), {
    first: 0,
    every: look,
  })
  return {
    newest: () => (newest ? new Date(newest.startedAt) : null),
    waiting: () => waitingSince(backed.spool),
    async pause() {
      stopped = true
      await copying.stop()
    },
    stop: () => shipping.stop(),
  }
}
