import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { CannotStart } from '#server/base/cannot-start.ts'
import { opening, sealing } from './sealed-stream.ts'
import { isName } from './whose.ts'

/** The folder with the backups of one database, and the key with which they are encrypted. */
export type Store = { folder: string; key: Buffer }

/** A whole copy of the database, made between two moments. With the log from then on, it leads to any later moment. */
export type Base = {
  id: string
  startedAt: string
  finishedAt: string
  /** The first and the last file of the write-ahead log that the copy needs. */
  startWal: string
  stopWal: string
  postgres: string
  files: number
  bytes: number
  /** The newest migration. */
  migration: string
}

/** The store of one database below the operator's folder. So the backups of two databases do not mix. */
export const storeOf = (folder: string, key: Buffer, name: string): Store => ({
  folder: join(folder, name),
  key,
})

/** The stores below a folder, by the names of their databases. */
export async function storesIn(folder: string, key: Buffer): Promise<Store[]> {
  const names = await readdir(folder).catch((problem: Error) => {
    throw new CannotStart(`The folder of backups cannot be read: ${problem.message}`)
  })
  return names.filter(isName).map((name) => storeOf(folder, key, name))
}

/**
 * Compresses and encrypts a stream under a name. The file appears complete or not at all, and survives a power loss. If two processes write
 * the same at once, as in two containers with the same process number, they write two different temporary files.
 */
export async function writeSealed({ folder, key }: Store, name: string, source: AsyncIterable<Uint8Array>) {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const unfinished = `${path}.new-${randomUUID()}`
  try {
    const file = createWriteStream(unfinished, { mode: 0o600 })
    await pipeline(Readable.from(source), createGzip({ level: 1, chunkSize: 128 * 1024 }), sealing(key, name), file)
    await synced(unfinished)
    await rename(unfinished, path)
    await synced(dirname(path))
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Reads what was written under a name. The stream fails with Damaged if the file is not what was written. */
export function readSealed({ folder, key }: Store, name: string): Readable {
  const content = new PassThrough({ highWaterMark: 1024 * 1024 })
  pipeline(
    createReadStream(join(folder, name), { highWaterMark: 512 * 1024 }),
    opening(key, name),
    createGunzip(),
    content,
  ).catch((problem: Error) => content.destroy(problem))
  return content
}

export async function readWhole(store: Store, name: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of readSealed(store, name)) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const baseIds = async ({ folder }: Store) =>
  (await namesIn(join(folder, 'base'))).flatMap((name) => /^(\d{8}T\d{6}Z)\.json$/.exec(name)?.[1] ?? []).toSorted()

/** A base whose manifest cannot be read. Nothing can be restored from it, but other bases are not affected. */
export type UnreadableBase = { id: string; problem: Error }

/** All finished bases, oldest first, and those of them whose manifest cannot be read. */
export async function allBasesOf(store: Store): Promise<{ bases: Base[]; unreadable: UnreadableBase[] }> {
  const bases: Base[] = []
  const unreadable: UnreadableBase[] = []
  for (const id of await baseIds(store))
    try {
      bases.push(JSON.parse((await readWhole(store, manifestOf(id))).toString('utf8')) as Base)
    } catch (problem) {
      // Otherwise another process has removed it meanwhile.
      if ((problem as NodeJS.ErrnoException).code !== 'ENOENT') unreadable.push({ id, problem: problem as Error })
    }
  return { bases, unreadable }
}

/** The bases from which something can be restored, oldest first. */
export const basesOf = async (store: Store): Promise<Base[]> => (await allBasesOf(store)).bases

export const archiveOf = (id: string) => `base/${id}.tar`
export const manifestOf = (id: string) => `base/${id}.json`
export const walOf = (file: string) => `wal/${file}`

/** `20261122T091500Z`. */
export const idAt = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** The names of the files of the write-ahead log and of the histories of its timelines. */
export const walFilesOf = async ({ folder }: Store) =>
  (await namesIn(join(folder, 'wal'))).filter((name) => isWalFile(name)).toSorted()

export const isWalFile = (name: string) =>
  /^([0-9A-F]{24}(\.partial|\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/.test(name)

export const has = ({ folder }: Store, name: string) =>
  stat(join(folder, name)).then(
    () => true,
    () => false,
  )

export const storedAt = ({ folder }: Store, name: string) => stat(join(folder, name)).then(({ mtime }) => mtime)

export const remove = ({ folder }: Store, name: string) => rm(join(folder, name), { force: true })

/** The manifest first, because a base without one does not count as a base. */
export async function removeBase(store: Store, id: string) {
  await remove(store, manifestOf(id))
  await remove(store, archiveOf(id))
}

/** The remains of bases that were started before another one and never finished, for example because their process was killed. */
export async function unfinishedBefore(store: Store, id: string) {
  const finished = await baseIds(store)
  return (await namesIn(join(store.folder, 'base')))
    .filter((name) => /^\d{8}T\d{6}Z\.(tar|json)/.test(name))
    .filter((name) => name < id && !finished.some((one) => name.startsWith(one)))
    .map((name) => `base/${name}`)
}

/** Temporary files that killed processes left, of log files that are archived by now. */
export async function unfinishedLog({ folder }: Store) {
  const names = await namesIn(join(folder, 'wal'))
  const archived = new Set(names)
  return names.filter((name) => archived.has(/^(.+)\.new-/.exec(name)?.[1] ?? '')).map(walOf)
}

/** The installation's own secret in the data folder, if the operator set none. */
export const secretIn = (dataDir: string) =>
  readFile(join(dataDir, 'secret')).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'ENOENT') return null
    throw problem
  })

export async function putSecret(dataDir: string, secret: Buffer) {
  const path = join(dataDir, 'secret')
  const before = await secretIn(dataDir)
  if (before?.equals(secret)) return
  if (before) await rename(path, `${path}.replaced`)
  const file = await open(path, 'wx', 0o600)
  await file.writeFile(secret)
  await file.sync()
  await file.close()
  await chmod(path, 0o600)
}

async function namesIn(folder: string) {
  try {
    return await readdir(folder)
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw problem
  }
}

async function synced(path: string) {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
