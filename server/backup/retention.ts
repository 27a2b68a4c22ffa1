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
 * Removes what no moment of the last `days` needs: bases before the newest of those that are older, the log before the oldest
 * base that stays, and what is left of bases and of files of the log that were never finished.
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
  // The log after a base that cannot be read stays as long as the base: somebody may have its manifest elsewhere.
  const oldest = bases[0]
  const kept = first ?? (oldest && unreadable.some(({ id }) => id < oldest.id) ? undefined : oldest)
  const log = kept ? (await walFilesOf(store)).filter((file) => isBefore(file, kept)) : []
  for (const file of log) await remove(store, walOf(file))
  return { bases: old.length, log: log.length }
}

// Histories of timelines are small and always needed. The first eight letters name the timeline; places go on over it.
const isBefore = (file: string, { startWal }: Base) => file.length >= 24 && file.slice(8, 24) < startWal.slice(8, 24)
