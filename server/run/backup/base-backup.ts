import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseAddress, withClient } from '#server/db/client.ts'
import type { Clock } from '#server/base/clock.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { alone, archivingOf, newestMigration, startCopy, stopCopy } from './backup.queries.ts'
import { type Extra, packed } from './cluster-files.ts'
import { removeOld } from './retention.ts'
import {
  archiveOf,
  type Base,
  has,
  idAt,
  manifestOf,
  removeBase,
  secretIn,
  type Store,
  storeOf,
  walOf,
  writeSealed,
} from './store.ts'
import { ship } from './wal-archive.ts'
import { nameOf } from './whose.ts'

/** What is backed up, and where to. */
export type Backed = {
  owner: DatabaseAddress
  /** The folder of the cluster, and the one in which PostgreSQL puts its log. */
  cluster: string
  spool: string
  /** The folder with the installation's secret. */
  dataDir: string
  folder: string
  key: Buffer
  clock: Clock
}

/** The store of the running database. Throws CannotStart if the database does not archive its log. */
export const storeFor = ({ owner, cluster, folder, key }: Backed): Promise<Store> =>
  withClient(owner, async (client) => {
    const { identifier, archives } = await archivingOf(client)
    if (!archives) throw new CannotStart('Kashkool runs without BACKUP_DIR; start it again with it.')
    return storeOf(folder, key, await nameOf(cluster, identifier))
  })

/** Copies the whole database while it is in use. Throws CannotStart if another copy is running. */
export const takeBase = (backed: Backed): Promise<Base> =>
  withClient(backed.owner, async (client) => {
    const store = await storeFor(backed)
    if (!(await alone(client))) throw new CannotStart('Another backup of this database is under way.')
    const { version } = await archivingOf(client)
    const startedAt = backed.clock.now()
    const id = idAt(startedAt)
    if (await has(store, manifestOf(id))) throw new CannotStart('A backup was begun in this very second.')

    const migration = await newestMigration(client)
    await startCopy(client, `kashkool ${id}`)
    let ended: Awaited<ReturnType<typeof stopCopy>> | null = null
    const { stream, counted } = packed(backed.cluster, async () => {
      ended = await stopCopy(client)
      if (ended.spaces) throw new CannotStart('The database has tablespaces, which these backups do not hold.')
      return [...(await ofInstallation(backed.dataDir)), { name: 'backup_label', content: Buffer.from(ended.label) }]
    })
    await writeSealed(store, archiveOf(id), stream)

    const { label, stop } = ended!
    const base: Base = {
      id,
      startedAt: startedAt.toISOString(),
      finishedAt: backed.clock.now().toISOString(),
      startWal: /\(file ([0-9A-F]{24})\)/.exec(label)![1]!,
      stopWal: stop,
      postgres: version,
      ...counted,
      migration,
    }
    try {
      await untilShipped(store, backed.spool, stop)
      await writeSealed(store, manifestOf(id), [
        Buffer.from(JSON.stringify(base)),
      ] as unknown as AsyncIterable<Uint8Array>)
    } catch (problem) {
      // The schedule tries again within a minute, and the remains of every try would fill the disk.
      await removeBase(store, id)
      throw problem
    }
    return base
  })

/**
 * Makes a copy, and removes what has expired after `keep` days. It also removes before the copy, because a full disk has room only after
 * that. If something cannot be removed, the copy is still made, and `failed` gets the error.
 */
export async function copyAndTidy(backed: Backed, keep: number, failed: (problem: unknown) => void): Promise<Base> {
  const store = await storeFor(backed)
  const tidy = () => removeOld(store, keep, backed.clock.now()).catch(failed)
  await tidy()
  const base = await takeBase(backed)
  await tidy()
  return base
}

async function ofInstallation(dataDir: string): Promise<Extra[]> {
  const secret = await secretIn(dataDir)
  return secret ? [{ name: 'kashkool/secret', content: secret }] : []
}

// A base without its log is no backup. It does not matter which process ships the log.
async function untilShipped(store: Store, spool: string, file: string) {
  for (let tries = 0; !(await has(store, walOf(file))); tries++) {
    if (tries === 600) throw new CannotStart(`PostgreSQL does not hand ${file} over; see postgres.log.`)
    await ship(store, spool)
    await pause(100)
  }
}
