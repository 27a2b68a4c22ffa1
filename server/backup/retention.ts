import { archiveOf, type Base, basesOf, idAt, manifestOf, remove, type Store, walFilesOf, walOf } from './store.ts'

const day = 86_400_000

/**
 * Removes what no moment of the last `days` needs: bases before the newest of those that are older, and the log before
 * the oldest base that stays.
 */
export async function removeOld(store: Store, days: number, now: Date) {
  const bases = await basesOf(store)
  const cutoff = idAt(new Date(now.getTime() - days * day))
  const first = bases.findLast(({ id }) => id <= cutoff)
  const old = first ? bases.filter(({ id }) => id < first.id) : []
  for (const { id } of old) {
    // The manifest first: a base without one is none.
    await remove(store, manifestOf(id))
    await remove(store, archiveOf(id))
  }
  const kept = first ?? bases[0]
  const log = kept ? (await walFilesOf(store)).filter((file) => isBefore(file, kept)) : []
  for (const file of log) await remove(store, walOf(file))
  return { bases: old.length, log: log.length }
}

// Histories of timelines are small and always needed. The first eight letters name the timeline; places go on over it.
const isBefore = (file: string, { startWal }: Base) => file.length >= 24 && file.slice(8, 24) < startWal.slice(8, 24)
