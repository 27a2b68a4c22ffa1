import { CannotStart } from '#server/base/cannot-start.ts'
import { allBasesOf, type Base, readWhole, type Store, walFilesOf, walOf } from './store.ts'
import { type Hole, holeAfter, placeInLog, timelineOf } from './verify-backup.ts'

/** How a store leads to a moment. */
export type WayBack = {
  base: Base
  /** The timeline to follow from the base on: the newest one whose history is in the archive, or the base's own. */
  timeline: number
  /** The highest timeline in the archive; a restored database must start a higher one. */
  taken: number
  /** What is missing in the log after the base. Nothing later can be restored. */
  hole: Hole | null
}

/** Throws CannotStart if there is no way, or the log has a hole in it. Every moment before a hole can be restored. */
export async function wayTo(store: Store, at: Date | null): Promise<WayBack> {
  const [{ bases, unreadable }, files] = [await allBasesOf(store), await walFilesOf(store)]
  if (bases.length === 0 && unreadable.length > 0) throw unreadable.at(-1)!.problem
  const histories = files.filter((file) => file.endsWith('.history'))
  const newest = Math.max(1, ...histories.map(timelineOf))
  const ends = newest > 1 ? endsIn((await readWhole(store, walOf(historyOf(newest)))).toString('utf8')) : []
  const base = baseFor(
    bases.filter((one) => leadsOn(one, ends)),
    at,
  )
  const hole = holeAfter(base, files)
  // Only PostgreSQL knows where the moment is in the log, and only when it gets there.
  if (hole && (!at || hole.place <= placeInLog(base.stopWal))) throw behind(hole)
  const taken = Math.max(...files.map(timelineOf), timelineOf(base.startWal))
  return { base, timeline: Math.max(newest, timelineOf(base.startWal)), taken, hole }
}

/** The wanted moment is after a hole in the log. */
export const behind = ({ sentence }: Hole) =>
  new CannotStart(`${sentence} Nothing later can be restored; give a moment before it.`)

/** The timeline as PostgreSQL's setting; for a timeline given by number it requires a history file. */
export const followed = ({ base, timeline }: WayBack) =>
  timeline === timelineOf(base.startWal) ? 'current' : `${timeline}`

/**
 * Whether this history must look as if it exists although the archive does not have it. PostgreSQL asks for histories to find the first
 * free number.
 */
export const isTaken = (file: string, { timeline, taken }: WayBack) =>
  file.endsWith('.history') && timelineOf(file) > timeline && timelineOf(file) <= taken

/** The newest base that was finished before the moment. */
function baseFor(bases: Base[], at: Date | null): Base {
  const base = bases.findLast(({ finishedAt }) => !at || finishedAt <= at.toISOString())
  if (base) return base
  const [first] = bases
  throw new CannotStart(
    first
      ? `The first moment that can be restored is ${first.finishedAt}.`
      : 'There is no finished backup in BACKUP_DIR.',
  )
}

type End = { timeline: number; place: number }

/** Where earlier timelines were left, read from a history file: `1	0/24000098	before 2026-11-22 09:30:00+00`. */
const endsIn = (history: string): End[] =>
  [...history.matchAll(/^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gim)].map(([, timeline, high, low]) => ({
    timeline: Number(timeline),
    place: Number.parseInt(high!, 16) * 256 + (Number.parseInt(low!, 16) >>> 24),
  }))

// A copy made after its timeline was left belongs to what a later restore took back.
const leadsOn = ({ startWal, stopWal }: Base, ends: End[]) => {
  const from = ends.findIndex(({ timeline }) => timeline === timelineOf(startWal))
  return from === -1 || ends.slice(from).every(({ place }) => placeInLog(stopWal) <= place)
}

const historyOf = (timeline: number) => `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`
