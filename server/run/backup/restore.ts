import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { withClient } from '#server/db/client.ts'
import { connected } from '#server/db/connected.ts'
import { type Recovered, recoverCluster } from '#server/db/embedded/recover.ts'
import { dropSessions, insertAuditLine } from '#server/platform/identity/administrator.queries.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { newestMigration } from './backup.queries.ts'
import { unpack } from './cluster-files.ts'
import { archiveOf, type Base, has, putSecret, readSealed, type Store, walOf } from './store.ts'
import { ship } from './wal-archive.ts'
import { behind, followed, isTaken, type WayBack, wayTo } from './way.ts'
import { markAsOther, nameOfCluster } from './whose.ts'

export type Restore = {
  store: Store
  /** The folder of the data, and whether the operator named it. */
  dataDir: string
  named: boolean
  /** The moment to restore; null for the newest possible. */
  at: Date | null
  /** Whether the restored database replaces the old one in the archive, or is only for looking at. */
  continues: boolean
  /** Whether the sessions and known devices of the moment stay valid, also those that were ended after it. */
  keepsSessions: boolean
}

/**
 * Restores the database of a moment, and the secret stored with it. `ended` is the number of sessions that were ended. Throws CannotStart
 * or Damaged.
 */
export async function restore(restoring: Restore): Promise<Recovered & { base: Base; ended: number }> {
  const { store, dataDir, named, at, continues, keepsSessions } = restoring
  let ended = 0
  let way = await wayTo(store, at)
  let secret: Buffer | null = null
  const recovered = await recoverCluster({
    dataDir,
    named,
    at,
    archives: continues,
    async salvage(cluster, spool) {
      if (!continues || (await nameOfCluster(cluster)) !== basename(store.folder)) return
      await ship(store, spool)
      way = await wayTo(store, at)
    },
    timeline: () => followed(way),
    async fill(folder, owner) {
      const { base } = way
      const kept = (name: string, content: Buffer) => {
        if (name === 'kashkool/secret') secret = content
        return name === 'kashkool/secret'
      }
      const { files: found } = await unpack(readSealed(store, archiveOf(base.id)), folder, { owner, kept })
      if (found !== base.files) throw new CannotStart(`base/${base.id} has ${found} files of ${base.files}.`)
      if (!continues) await markAsOther(folder, owner)
    },
    fetch: (file, path) => fetchFrom(store, way, file, path),
    check: (owner) =>
      withClient(owner, async (client) => {
        await newestMigration(client)
        if (keepsSessions) return
        // Before the database is in place: it must never start with a session that was ended after the moment.
        ended = await dropSessions(connected(client), null)
        await insertAuditLine(connected(client), 'operator ends sessions', null)
      }),
  }).catch((problem: Error) => {
    throw explained(problem, at, way)
  })
  if (secret) await putSecret(dataDir, secret)
  if (continues) await ship(store, recovered.spool)
  return { ...recovered, base: way.base, ended }
}

async function fetchFrom(store: Store, way: WayBack, file: string, path: string) {
  const known = await has(store, walOf(file))
  if (!known && !isTaken(file, way)) return false
  await rm(path, { force: true })
  if (!known) {
    await writeFile(path, '# taken\n', { mode: 0o600 })
    return true
  }
  await pipeline(readSealed(store, walOf(file)), createWriteStream(path, { mode: 0o600 }))
  return true
}

function explained(problem: Error, at: Date | null, { hole }: WayBack) {
  if (!at || !problem.message.includes('before configured recovery target was reached')) return problem
  if (hole) return behind(hole)
  return new CannotStart(
    `The archive ends before ${at.toISOString()}, or nothing was stored after it; leave the moment out for the newest state.`,
  )
}
