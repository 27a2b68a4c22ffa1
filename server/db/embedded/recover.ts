import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseAddress } from '#server/db/client.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { type Account, accountFor, isRoot } from './account.ts'
import { archiveSettings, fetchCommand, requestsIn, sharedFolder, spoolIn } from './archive.ts'
import { binariesFor } from './binaries.ts'
import { mustBeOfVersion } from './cluster.ts'
import { connectionTo } from '#server/db/embedded.ts'
import { launch } from './launch.ts'
import { lockOf } from './lock.ts'
import { clusterIn, homeFor, socketFolder } from './place.ts'
import { endOrphan } from './postmaster.ts'

export type Recovery = {
  dataDir: string
  named: boolean
  /** The time to recover to; null: everything that exists. */
  at: Date | null
  /** Whether the recovered database continues where the old one ended, in the same archive. */
  archives: boolean
  /** The timeline to follow, in PostgreSQL's format. It is read after the rest of the log is archived. */
  timeline: () => string
  /** Archives the remaining log of the database that is being replaced. */
  salvage: (cluster: string, spool: string) => Promise<void>
  /** Writes the copy into a folder, for an account; null: our own account. */
  fill: (folder: string, owner: { uid: number; gid: number } | null) => Promise<void>
  /** Writes a file of the archive to a path. Returns false if the archive has no such file. */
  fetch: (file: string, path: string) => Promise<boolean>
  /** Works with the recovered database before it replaces the old one. */
  check: (owner: DatabaseAddress) => Promise<void>
}

export type Recovered = {
  /** The folder of the database, and of the previous one; null if there was none. */
  cluster: string
  replaced: string | null
  spool: string
  /** The time of the last transaction, in PostgreSQL's format; null if the log contained none. */
  lastTransaction: string | null
}

/** Replaces the database by a copy and the log after it. The previous database is kept next to it. Throws CannotStart. */
export async function recoverCluster(recovery: Recovery): Promise<Recovered> {
  const home = homeFor(recovery.dataDir, recovery.named)
  const lock = await lockOf(home)
  if (!lock)
    throw new CannotStart(`Kashkool is using the data in ${home}; stop it first, or restore into another folder.`)
  try {
    await endOrphan(clusterIn(home))
    return await recoveredIn(home, recovery)
  } finally {
    await lock.release()
  }
}

async function recoveredIn(home: string, recovery: Recovery): Promise<Recovered> {
  const [cluster, restored] = [clusterIn(home), `${clusterIn(home)}.restored`]
  const account = accountFor(cluster)
  const binaries = binariesFor(account, home)
  if (existsSync(cluster)) await recovery.salvage(cluster, sharedFolder(spoolIn(home), account))
  // A separate log folder. The files in the other one belong to the old database, which stays if this fails.
  const spool = `${spoolIn(home)}.restored`
  let lastTransaction: string | null
  const unfinished = [spool, restored]
  const remove = () => unfinished.forEach((folder) => rmSync(folder, { recursive: true, force: true }))
  remove()
  try {
    sharedFolder(spool, account)
    mkdirSync(restored, { mode: 0o700 })
    if (isRoot()) chownSync(restored, account.uid, account.gid)
    await recovery.fill(restored, isRoot() ? account : null)
    mustBeOfVersion(binaries, restored)
    writeFileSync(join(restored, 'recovery.signal'), '', { mode: 0o600 })
    if (isRoot()) chownSync(join(restored, 'recovery.signal'), account.uid, account.gid)

    const options = { account, binaries, home, cluster: restored, spool, socket: socketFolder(home, account) }
    lastTransaction = await replay(options, recovery)
  } catch (problem) {
    // It is as large as the database, and the next attempt needs the space.
    remove()
    throw problem
  }
  return { cluster, ...putInPlace(home), spool: spoolIn(home), lastTransaction }
}

type Where = { account: Account; binaries: string; home: string; cluster: string; spool: string; socket: string }

async function replay(where: Where, { at, archives, timeline, fetch, check }: Recovery) {
  const { account, home } = where
  const log = join(home, 'postgres.log')
  const from = existsSync(log) ? readFileSync(log).length : 0
  rmSync(requestsIn(home), { recursive: true, force: true })
  sharedFolder(requestsIn(home), account)
  const answering = answerRequests(requestsIn(home), account, fetch)
  const settings = {
    hot_standby: 'off',
    restore_command: fetchCommand(home),
    recovery_target_action: 'promote',
    recovery_target_timeline: timeline(),
    ...(at && { recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00') }),
    ...(archives && archiveSettings(where.spool)),
  }
  try {
    const server = await Promise.race([launch({ ...where, settings }), answering.failed])
    try {
      await check(connectionTo(where.socket)('kashkool'))
    } finally {
      await server.stop()
    }
  } catch (problem) {
    await endOrphan(where.cluster)
    throw problem
  } finally {
    await answering.stop()
    rmSync(requestsIn(home), { recursive: true, force: true })
  }
  const output = readFileSync(log).subarray(from).toString()
  return /last completed transaction was at log time (.*)/.exec(output)?.[1] ?? null
}

/** Provides the files that a recovering server requests. `failed` rejects if one cannot be read. */
function answerRequests(folder: string, { uid, gid }: Account, fetch: Recovery['fetch']) {
  let over = false
  const answer = async (name: string) => {
    const [, file] = /^(.*)\.wanted$/.exec(name) ?? []
    if (!file) return
    const path = join(folder, file)
    if (await fetch(file, `${path}.part`)) {
      if (isRoot()) chownSync(`${path}.part`, uid, gid)
      renameSync(`${path}.part`, path)
    }
    rmSync(join(folder, name), { force: true })
  }
  const run = async () => {
    for (; !over; await pause(10)) for (const name of readdirSync(folder)) await answer(name)
  }
  const running = run()
  running.catch(() => {})
  return {
    failed: new Promise<never>((_, reject) => void running.catch(reject)),
    async stop() {
      over = true
      await running.catch(() => {})
    },
  }
}

// While no cluster exists, none is created (`makeCluster`). So the old one never continues with the log of the restored one,
// and a repeated restore finds everything that this one left, including its log.
function putInPlace(home: string) {
  const [cluster, spool] = [clusterIn(home), spoolIn(home)]
  let nth = 1
  while ([cluster, spool].some((folder) => existsSync(`${folder}.replaced-${nth}`))) nth++
  const replaced = existsSync(cluster) ? `${cluster}.replaced-${nth}` : null
  if (replaced) renameSync(cluster, replaced)
  if (existsSync(spool) && readdirSync(spool).length > 0) renameSync(spool, `${spool}.replaced-${nth}`)
  rmSync(spool, { recursive: true, force: true })
  renameSync(`${spool}.restored`, spool)
  renameSync(`${cluster}.restored`, cluster)
  return { replaced }
}
