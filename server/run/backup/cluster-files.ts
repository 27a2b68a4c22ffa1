import { once } from 'node:events'
import { chown, mkdir, open, readdir } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { join, normalize, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import tar from 'tar-stream'

/** Folders whose content PostgreSQL creates again; the write-ahead log comes from the archive. */
const emptied = /^(pg_wal|pg_wal\/.*|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/

const leftOut = /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init(\.\d+)?|pgsql_tmp[^/]*|(standby|recovery)\.signal)$/

/** Copied last, because what it says must be true of everything copied before. */
const last = 'global/pg_control'

export type Extra = { name: string; content: Buffer }

/**
 * The files of a running cluster as a tar stream, read between pg_backup_start and pg_backup_stop. When all are read, `end` gives the files
 * to add. Counts what it packs.
 */
export function packed(cluster: string, end: () => Promise<Extra[]>) {
  const pack = tar.pack()
  const counted = { files: 0, bytes: 0 }
  const all = async () => {
    for await (const path of pathsIn(cluster)) if (path !== last) await add(path)
    await add(last)
    for (const { name, content } of await end()) pack.entry({ name, mode: 0o600, mtime: new Date(0) }, content)
    pack.finalize()
  }
  async function add(path: string) {
    if (path.endsWith('/')) return void pack.entry({ name: path, type: 'directory', mode: 0o700, mtime: new Date(0) })
    const file = await open(join(cluster, path), 'r').catch(unlessGone)
    if (!file) return
    try {
      const { size } = await file.stat()
      const entry = pack.entry({ name: path, size, mode: 0o600, mtime: new Date(0) })
      await fill(entry, file, size)
      counted.files += 1
      counted.bytes += size
    } finally {
      await file.close()
    }
  }
  all().catch((problem: Error) => pack.destroy(problem))
  return { stream: pack as AsyncIterable<Uint8Array>, counted }
}

// A file may grow or shrink while it is read. Replaying the log over it corrects both.
async function fill(entry: NodeJS.WritableStream, file: Awaited<ReturnType<typeof open>>, size: number) {
  // A stream without a reader, as when the disk is full, would otherwise wait forever.
  const closed = new Promise<never>((_, reject) =>
    entry.once('close', () => reject(new Error('The stream of the copy was closed'))),
  )
  closed.catch(() => {})
  for (let at = 0; at < size; ) {
    const piece = Buffer.alloc(Math.min(256 * 1024, size - at))
    await file.read(piece, 0, piece.length, at)
    if (!entry.write(piece)) await Promise.race([once(entry, 'drain'), closed])
    at += piece.length
  }
  entry.end()
}

async function* pathsIn(cluster: string, folder = ''): AsyncGenerator<string> {
  for (const entry of (await readdir(join(cluster, folder), { withFileTypes: true }).catch(unlessGone)) ?? []) {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (leftOut.test(path)) continue
    if (entry.isDirectory()) {
      yield `${path}/`
      yield* pathsIn(cluster, path)
    } else if (entry.isFile() && !emptied.test(folder)) yield path
  }
}

// The file of a table that was dropped meanwhile.
function unlessGone(problem: NodeJS.ErrnoException): null {
  if (problem.code === 'ENOENT') return null
  throw problem
}

/** Every file of a tar stream with its content, which the caller must read. */
export async function* entriesOf(
  stream: Readable,
): AsyncGenerator<{ name: string; folder: boolean; content: Readable }> {
  const extract = tar.extract()
  stream.on('error', (problem) => extract.destroy(problem))
  stream.pipe(extract as unknown as NodeJS.WritableStream)
  for await (const entry of extract) {
    const { name, type } = entry.header
    yield { name, folder: type === 'directory', content: entry as unknown as Readable }
  }
}

/** Writes the files of a tar stream into a folder, for an account. Files that `kept` accepts are passed to it instead. */
export async function unpack(
  stream: Readable,
  folder: string,
  { owner, kept }: { owner: { uid: number; gid: number } | null; kept: (name: string, content: Buffer) => boolean },
) {
  const counted = { files: 0, bytes: 0 }
  for await (const { name, folder: isFolder, content } of entriesOf(stream)) {
    const path = normalize(join(folder, name))
    if (!path.startsWith(folder + sep)) throw new Error(`The backup names a file outside of its folder: ${name}`)
    if (isFolder) {
      await mkdir(path, { recursive: true, mode: 0o700 })
      content.resume()
    } else if (name.startsWith('kashkool/') || name === 'backup_label') {
      const whole = await bytesOf(content)
      if (!kept(name, whole)) await pipeline([whole], createWriteStream(path, { mode: 0o600 }))
    } else {
      counted.files += 1
      await pipeline(
        content,
        async function* count(pieces: AsyncIterable<Buffer>) {
          for await (const piece of pieces) {
            counted.bytes += piece.length
            yield piece
          }
        },
        createWriteStream(path, { mode: 0o600 }),
      )
    }
    if (owner && !name.startsWith('kashkool/')) await chown(path, owner.uid, owner.gid)
  }
  return counted
}

export async function bytesOf(content: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}
