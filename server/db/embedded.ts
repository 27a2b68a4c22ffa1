import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseAddress } from './client.ts'
import { CannotStart, DataInUse } from '#server/base/cannot-start.ts'
import { accountFor, isRoot } from '#server/db/embedded/account.ts'
import { archiveSettings, sharedFolder, spoolIn } from '#server/db/embedded/archive.ts'
import { binariesFor } from '#server/db/embedded/binaries.ts'
import { makeCluster } from '#server/db/embedded/cluster.ts'
import { keepRunning } from '#server/db/embedded/keep-running.ts'
import { type Launch, launch } from '#server/db/embedded/launch.ts'
import { lockOf } from '#server/db/embedded/lock.ts'
import { takenOver } from '#server/db/embedded/own-account.ts'
import { clusterIn, homeFor, ownedIn, socketFolder } from '#server/db/embedded/place.ts'
import { endOrphan, stateOf } from '#server/db/embedded/postmaster.ts'

export type Cluster = {
  /** A database of this cluster over the unix socket, as its owner (a superuser) or as another of our accounts. */
  connection(database: string, account?: string): DatabaseAddress
  /** A fast shutdown: committed transactions stay, running ones are rolled back. */
  stop: () => Promise<void>
  /** Resolves when the server has ended and will not be restarted, in any way. */
  ended: Promise<void>
  /** Whether a server of a killed Kashkool was still running and had to be ended first. */
  adopted: boolean
  /** The folder of the cluster, and the folder where it puts its write-ahead log for the archive. */
  cluster: string
  spool: string
}

export type ClusterOptions = {
  dataDir: string
  /** The operator chose dataDir. If the server cannot reach it, it refuses instead of moving the data. */
  named?: boolean
  /** PostgreSQL settings that override ours. */
  settings?: Record<string, string>
  /** Copies the write-ahead log to an archive. */
  archives?: boolean
  /** If set, the server is restarted when it ends by itself, and this function is called. */
  revived?: (line: string) => void
}

/**
 * Starts PostgreSQL for this process with the data in dataDir; creates the data if there is none. The server ends with the
 * process, even if the process is killed. Throws CannotStart.
 */
export async function startCluster({
  dataDir,
  named = false,
  settings: others = {},
  archives = false,
  revived,
}: ClusterOptions): Promise<Cluster> {
  if (process.platform === 'win32')
    throw new CannotStart('On Windows, name a PostgreSQL server by DATABASE_URL, or run Kashkool in WSL.')
  const home = homeFor(dataDir, named)
  // A command of the operator has the lock for a moment, to see whether the data are in use.
  const lock = (await lockOf(home)) ?? (await pause(300).then(() => lockOf(home)))
  if (!lock) throw new DataInUse(home)

  try {
    const cluster = clusterIn(home)
    const adopted = await endOrphan(cluster)
    const account = isRoot() ? takenOver(accountFor(cluster), ownedIn(home)) : accountFor(cluster)
    const socket = socketFolder(home, account)
    const binaries = binariesFor(account, home)
    const spool = sharedFolder(spoolIn(home), account)
    const settings: Record<string, string> = { ...others, ...(archives && archiveSettings(spool)) }
    makeCluster({ account, binaries, cluster, sync: settings.fsync !== 'off' })
    const options = { account, binaries, home, cluster, socket, settings }
    const first = await patiently(options)
    const again = async () => {
      // A killed server leaves a file that still says it is ready.
      await endOrphan(cluster)
      return patiently(options)
    }
    const server = revived ? keepRunning(first, again, revived) : first

    let stopping: Promise<void> | undefined
    const stop = () => (stopping ??= server.stop().finally(lock.release))

    return {
      connection: connectionTo(socket),
      stop,
      ended: server.ended,
      adopted,
      cluster,
      spool,
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * The cluster that another process runs with the data in dataDir, to be used at the same time. Null if no process is using the
 * data. Throws CannotStart if a process is using it, but its server does not become ready.
 */
export async function runningCluster({ dataDir, named = false }: ClusterOptions): Promise<Cluster | null> {
  const home = homeFor(dataDir, named)
  const cluster = clusterIn(home)
  for (const until = performance.now() + 20_000; performance.now() < until; await pause(100)) {
    const lock = await lockOf(home)
    if (lock) {
      await lock.release()
      return null
    }
    if (stateOf(cluster).ready) {
      const socket = socketFolder(home, accountFor(cluster))
      return {
        connection: connectionTo(socket),
        stop: async () => {},
        ended: new Promise(() => {}),
        adopted: false,
        cluster,
        spool: spoolIn(home),
      }
    }
  }
  throw new CannotStart(`Another Kashkool is using the data in ${home}, and its database does not become ready.`)
}

/** Connections to the databases of the cluster whose socket is in this folder. */
export const connectionTo =
  (socket: string) =>
  (database: string, account = 'kashkool') => ({
    host: socket,
    port: 5432,
    user: account,
    database,
    ssl: false,
  })

// If the server itself was killed, its child processes may need a moment to notice.
async function patiently(options: Launch, until = performance.now() + 10_000) {
  try {
    return await launch(options)
  } catch (error) {
    if (!(error as Error).message.includes('shared memory block') || performance.now() > until) throw error
    await pause(200)
    return patiently(options, until)
  }
}
