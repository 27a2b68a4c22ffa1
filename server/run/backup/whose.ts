import { randomBytes } from 'node:crypto'
import { chown, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file in the folder of a cluster that was restored next to another. PostgreSQL ignores it, and copies contain it. */
const fileIn = (cluster: string) => join(cluster, 'kashkool.beside')

/**
 * The name of a cluster in a folder of backups. Its identifier is not enough: a cluster restored from its copies has the same one and
 * starts a timeline with the same number, so each would write into the archive of the other.
 */
export async function nameOf(cluster: string, identifier: string): Promise<string> {
  const mark = await markIn(cluster)
  return mark ? `${identifier}-${mark}` : identifier
}

/** The name of a cluster that may be stopped. Its identifier is the first number in its control file. */
export const nameOfCluster = async (cluster: string) =>
  nameOf(cluster, (await readFile(join(cluster, 'global', 'pg_control'))).readBigUInt64LE(0).toString())

export const isName = (text: string) => /^\d{10,20}(-[0-9a-f]{8})?$/.test(text)

/** Marks a cluster as different from the one it was copied from, so that its log goes into a separate archive. */
export async function markAsOther(cluster: string, owner: { uid: number; gid: number } | null) {
  const file = await open(fileIn(cluster), 'w', 0o600)
  try {
    await file.writeFile(randomBytes(4).toString('hex'))
    await file.sync()
  } finally {
    await file.close()
  }
  if (owner) await chown(fileIn(cluster), owner.uid, owner.gid)
}

const markIn = (cluster: string) =>
  readFile(fileIn(cluster), 'utf8').catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'ENOENT') return null
    throw problem
  })
