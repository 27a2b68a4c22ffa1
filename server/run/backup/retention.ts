import {
  allBasesOf,
  type Base,
  idAt,
  remove,
  removeBase,
  type Store,
  unfinishedBefore,
  unfinishedLog,
  walFilesOf,
  walOf,
} from './store.ts'

const day = 86_400_000

/**
 * Removes what no moment of the last `days` needs: every base that is followed by a newer one that is also older than that, the log before
 * the oldest remaining base, and what unfinished bases and files of the log left.
 */
export async function removeOld(store: Store, days: number, now: Date) {
  const { bases, unreadable } = await allBasesOf(store)
  const cutoff = idAt(new Date(now.getTime() - days * day))
  const first = bases.findLast(({ id }) => id <= cutoff)
  const old = first ? [...bases, ...unreadable].filter(({ id }) => id < first.id) : []
  for (const { id } of old) await removeBase(store, id)
  const newest = bases.at(-1)
  if (newest) for (const name of await unfinishedBefore(store, newest.id)) await remove(store, name)
  for (const name of await unfinishedLog(store)) await remove(store, name)
  // The log after a base that cannot be read stays as long as that base, because somebody may have its manifest elsewhere.
  const oldest = bases[0]
  const kept = first ?? (oldest && unreadable.some(({ id }) => id < oldest.id) ? undefined : oldest)
  const log = kept ? (await walFilesOf(store)).filter((file) => isBefore(file, kept)) : []
  for (const file of log) await remove(store, walOf(file))
  return { bases: old.length, log: log.length }
}

// Histories of timelines are small and always needed. The first eight characters are the timeline; the numbering of places continues over
// timelines.
const isBefore = (file: string, { startWal }: Base) => file.length >= 24 && file.slice(8, 24) < startWal.slice(8, 24)
