import { createHash, randomUUID } from 'node:crypto'
import { open, type FileHandle, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** An uploaded file, on the disk until `close`. */
export type TemporaryFile = {
  sha256: string
  /** Its first bytes. */
  head: Buffer
  read: () => Promise<Buffer>
  close: () => Promise<void>
}

/** Writes a stream to a file that no other account can open. Its name is removed at once, so that a killed process leaves nothing. */
export async function temporaryFile(content: Readable): Promise<TemporaryFile> {
  const path = join(tmpdir(), `kashkool-upload-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  const close = async () => {
    await file.close()
    await rm(path, { force: true })
  }
  try {
    // Windows cannot remove an open file; there it is removed when it is closed.
    await rm(path, { force: true }).catch(() => {})
    const { size, sha256 } = await written(file, content)
    const part = async (length: number) => (await file.read(Buffer.alloc(length), 0, length, 0)).buffer
    return { sha256, head: await part(Math.min(size, 16)), read: () => part(size), close }
  } catch (problem) {
    await close()
    throw problem
  }
}

async function written(file: FileHandle, content: Readable) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of content) {
    const bytes = chunk as Buffer
    hash.update(bytes)
    // At an explicit position, because a file without a name cannot be opened again to append to it.
    await file.write(bytes, 0, bytes.length, size)
    size += bytes.length
  }
  return { size, sha256: hash.digest('hex') }
}
