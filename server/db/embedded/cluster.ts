import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CannotStart } from '#server/base/cannot-start.ts'
import { type Account, isRoot, runAs } from './account.ts'

/** Creates the cluster if it does not exist. It is created completely or not at all, because the work may be interrupted. */
export function makeCluster(options: { account: Account; binaries: string; cluster: string; sync: boolean }) {
  const { account, binaries, cluster, sync } = options
  if (existsSync(cluster)) return mustBeOfVersion(binaries, cluster)
  mustBeFirst(cluster)

  const unfinished = `${cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  if (isRoot()) chownSync(unfinished, account.uid, account.gid)

  const { status, stderr, error } = spawnSync(
    join(binaries, 'bin', 'initdb'),
    [
      ['--pgdata', unfinished],
      ['--username', 'kashkool', '--auth', 'peer', '--data-checksums'],
      ['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'icu', '--icu-locale', 'und'],
      sync ? [] : ['--no-sync'],
    ].flat(),
    { ...runAs(account), cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, encoding: 'utf8' },
  )
  if (status !== 0)
    throw new CannotStart(`The database could not be made in ${cluster}: ${(stderr || error?.message || '').trim()}`)
  renameSync(unfinished, cluster)
}

// An interrupted restore has left the database under another name. A new empty database would receive the entries of people.
function mustBeFirst(cluster: string) {
  const names = ['restored', 'replaced-'].map((name) => `${basename(cluster)}.${name}`)
  const left = readdirSync(dirname(cluster)).find((one) => names.some((name) => one.startsWith(name)))
  if (left)
    throw new CannotStart(
      `There is no database in ${cluster}, but what a restore that was cut short left beside it: ${left}. Restore again, or move that away to begin with an empty one.`,
    )
}

/** Throws CannotStart if another version of PostgreSQL created the cluster. */
export function mustBeOfVersion(binaries: string, cluster: string) {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const ours = spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], { env: {}, encoding: 'utf8' }).stdout
  const major = / (\d+)/.exec(ours ?? '')?.[1]
  if (major && made !== major)
    throw new CannotStart(
      `The data in ${cluster} were made by PostgreSQL ${made}, and this Kashkool brings PostgreSQL ${major}. Start the Kashkool that made them, or name their server by DATABASE_URL and MIGRATE_URL.`,
    )
}
