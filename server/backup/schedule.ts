import { withClient } from '#server/db/client.ts'
import { repeated } from '#server/processes/repeated.ts'
import { archivingOf } from './backup.queries.ts'
import { type Backed, copyAndTidy, storeFor } from './base-backup.ts'
import { allBasesOf, type Base, walFilesOf } from './store.ts'
import { holeAfter, timelineOf } from './verify-backup.ts'
import { keepShipping, waitingSince } from './wal-archive.ts'

export type Backups = {
  /** When the newest copy was begun; null when there is none yet. */
  newest: () => Date | null
  /** Since when the oldest part of the log waits to be archived; null when none does. */
  waiting: () => Promise<Date | null>
  /** Ends the schedule, not the archiving: the database still hands its last log over when it stops. */
  pause: () => Promise<void>
  /** To be called when the database has stopped. */
  stop: () => Promise<void>
}

type Schedule = {
  /** Hours between two bases, and for how many days back every moment can be restored. */
  every: number
  keep: number
  failed: (problem: unknown, what: string) => void
  /** ms between two looks whether a base is due. */
  look?: number
}

/** Archives the log as it comes, copies the database when that is due, and removes what is not needed any more. */
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
    // Nothing behind a hole of the log can be restored until there is a copy behind it.
    return !(await isOfThisTimeline(newest)) || holeAfter(newest, await walFilesOf(store)) !== null
  }
  // After a restore a new history begins, which the base before it only reaches over the old one.
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
