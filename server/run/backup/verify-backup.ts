import { bytesOf, entriesOf } from './cluster-files.ts'
import { allBasesOf, archiveOf, type Base, readSealed, type Store, storedAt, walFilesOf, walOf } from './store.ts'

export type Verified = {
  bases: Base[]
  /** The number of files of the log. */
  log: number
  /** Every moment from the end of the oldest base to this one can be restored; null if there is none. */
  until: Date | null
  /** One sentence for each thing that is wrong. */
  problems: string[]
}

/** Reads every byte of a store and checks that each file is what was written and that the log has no hole. */
export async function verifyStore(store: Store): Promise<Verified> {
  const problems: string[] = []
  const checked = async <T>(work: () => Promise<T>, otherwise: T) => {
    try {
      return await work()
    } catch (problem) {
      problems.push((problem as Error).message)
      return otherwise
    }
  }
  const { bases, unreadable } = await allBasesOf(store)
  problems.push(...unreadable.map(({ problem }) => problem.message))
  for (const base of bases) await checked(() => verifyBase(store, base, problems), undefined)
  const files = await walFilesOf(store)
  let opened = bases.length
  for (const file of files) opened += await checked(() => readThrough(store, walOf(file)).then(() => 1), 0)
  for (const base of bases) {
    const hole = holeAfter(base, files)
    if (hole) problems.push(hole.sentence)
  }
  // One sentence instead of one for each of thousands of files.
  if (opened === 0 && problems.length > 1)
    problems.splice(
      0,
      Infinity,
      `No file in ${store.folder} can be opened: it is another BACKUP_KEY, or all are damaged.`,
    )
  if (bases.length + unreadable.length === 0) problems.push('There is no finished backup.')
  const last = files.findLast((file) => file.length === 24)
  return { bases, log: files.length, until: last ? await storedAt(store, walOf(last)) : null, problems }
}

async function verifyBase(store: Store, base: Base, problems: string[]) {
  const found = { files: 0, bytes: 0 }
  for await (const { name, folder, content } of entriesOf(readSealed(store, archiveOf(base.id)))) {
    let bytes = 0
    for await (const piece of content) bytes += (piece as Buffer).length
    if (folder || name.startsWith('kashkool/') || name === 'backup_label') continue
    found.files += 1
    found.bytes += bytes
  }
  if (found.files !== base.files || found.bytes !== base.bytes)
    problems.push(`base/${base.id} has ${found.files} files of ${base.files}.`)
}

const readThrough = async (store: Store, name: string) => void (await bytesOf(readSealed(store, name)))

export type Hole = { place: number; sentence: string }

/**
 * The first missing file of the log between a base and the newest file; null if none is missing. What an earlier timeline wrote after a
 * restore left it does not count.
 */
export function holeAfter({ id, startWal, stopWal }: Base, files: string[]): Hole | null {
  const follows = (file: string) => file.length === 24 && timelineOf(file) >= timelineOf(startWal)
  const places = new Set(files.filter(follows).map(placeInLog))
  const last = Math.max(placeInLog(stopWal), ...places)
  for (let place = placeInLog(startWal); place <= last; place++)
    if (!places.has(place)) {
      const sentence = `The log after base ${id} has a hole at its file ${place.toString(16).toUpperCase()}.`
      return { place, sentence }
    }
  return null
}

/** The numbering of log files continues over timelines. Each file has 16 MB; 256 of them share the second part of the name. */
export const placeInLog = (file: string) =>
  Number.parseInt(file.slice(8, 16), 16) * 256 + Number.parseInt(file.slice(16, 24), 16)

/** The timeline of a file of the log or of a history. */
export const timelineOf = (file: string) => Number.parseInt(file.slice(0, 8), 16)
