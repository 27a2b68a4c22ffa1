import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Repeated, repeated } from '#server/processes/repeated.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { has, isWalFile, readSealed, type Store, walOf, writeSealed } from './store.ts'

let shipped: Promise<unknown> = Promise.resolve()

/**
 * Moves the files that PostgreSQL left in the spool folder into the archive, oldest first; returns how many. The calls of a process run one
 * after the other, because a copy waits for its log while the log is archived every second.
 */
export function ship(store: Store, spool: string): Promise<number> {
  const next = shipped.then(() => shipAll(store, spool))
  shipped = next.catch(() => {})
  return next
}

async function shipAll(store: Store, spool: string) {
  const files = await waitingIn(spool)
  for (const file of files) await shipOne(store, spool, file)
  return files.length
}

async function shipOne(store: Store, spool: string, file: string) {
  const path = join(spool, file)
  try {
    if (!(await has(store, walOf(file)))) await writeSealed(store, walOf(file), createReadStream(path))
    else if ((await digest(createReadStream(path))) !== (await digest(readSealed(store, walOf(file)))))
      throw new CannotStart(
        `The archive has another ${file}: another installation with the same data writes into this BACKUP_DIR. Give one of them another.`,
      )
    await rm(path, { force: true })
  } catch (problem) {
    // Another process has just shipped it.
    if ((problem as NodeJS.ErrnoException).code !== 'ENOENT' || !(await has(store, walOf(file)))) throw problem
  }
}

async function digest(stream: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  for await (const piece of stream) hash.update(piece)
  return hash.digest('hex')
}

// A file that is still being copied has another name.
const waitingIn = async (spool: string) => (await readdir(spool)).filter((name) => isWalFile(name)).toSorted()

/** Since when the oldest file waits to be archived; null if none waits. */
export async function waitingSince(spool: string): Promise<Date | null> {
  const [oldest] = await waitingIn(spool)
  if (!oldest) return null
  return stat(join(spool, oldest)).then(
    ({ mtime }) => mtime,
    () => null,
  )
}

/** Ships every second, and once more when it is stopped. */
export function keepShipping(
  store: Store,
  spool: string,
  { every = 1000, failed }: { every?: number; failed: (problem: unknown) => void },
): Repeated {
  let failing = false
  const once = async () => {
    try {
      await ship(store, spool)
      failing = false
    } catch (problem) {
      // Reported once per problem, not every second.
      if (!failing) failed(problem)
      failing = true
    }
  }
  const shipping = repeated(once, { first: 0, every })
  return {
    async stop() {
      await shipping.stop()
      await once()
    },
  }
}
