import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { Socket } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from '#server/base/cannot-start.ts'
import { type Account, isRoot, runAs } from './account.ts'
import { endOrphan, stateOf } from './postmaster.ts'
import { quietLog } from '#server/db/quiet-log.ts'
import { requestAccount } from '#server/db/request-account.ts'

export type Launch = {
  account: Account
  binaries: string
  home: string
  cluster: string
  socket: string
  settings: Record<string, string>
}
/** `ended` resolves when the server has ended, in any way. */
export type Server = { stop: () => Promise<void>; ended: Promise<void> }

/** Starts the server, and resolves when it accepts connections. Throws CannotStart with the reason that the server gives. */
export async function launch(options: Launch): Promise<Server> {
  const { account, binaries, cluster, home, socket } = options
  for (const left of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(socket, left), { force: true })
  for (const [name, lines] of Object.entries(access(account))) writeOwned(join(home, name), lines, account)

  const log = openLog(join(home, 'postgres.log'), account)
  const args = ['-D', cluster, ...settingsOf(options).flatMap((setting) => ['-c', setting])]
  const watch = spawn('/bin/sh', ['-c', watchScript, 'kashkool-watch', join(binaries, 'bin', 'postgres'), ...args], {
    ...runAs(account),
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['pipe', log.file, log.file],
  })
  closeSync(log.file)
  const server = serverOf(watch, cluster)

  let over = false
  void server.ended.then(() => {
    over = true
  })
  while (!stateOf(cluster).ready) {
    if (over) throw new CannotStart(`PostgreSQL did not start: ${lastWord(log)} (all it said: ${log.path})`)
    await pause(10)
  }
  return server
}

// The shell reads from a pipe of this process. When this process stops the server, or ends in any way, the pipe closes and the
// shell shuts the server down. It repeats that, because a server that is just starting ignores the first signal.
const watchScript = `
trap '' HUP INT TERM
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
(read -r _ <&3; while kill -INT $server 2>/dev/null; do sleep 1; done) &
waiting=$!
exec 3<&-
wait $server
kill -KILL $waiting
`

function serverOf(watch: ChildProcess, cluster: string): Server {
  const ended = once(watch, 'exit').then(() => {})
  const pipe = watch.stdin as Socket
  pipe.on('error', () => {})
  // A script that does not stop the server may still end, and the server would end with it.
  watch.unref()
  pipe.unref()

  async function stop() {
    watch.ref()
    pipe.end()
    await Promise.race([ended, pause(20_000, null, { ref: false })])
    await endOrphan(cluster)
  }
  return { stop, ended }
}

// Only three accounts may connect: the one that runs the server, root, and the one that runs Kashkool. The kernel identifies
// them without a password. Each may sign in as the owner or, for requests, as an account that cannot become the owner.
function access(account: Account) {
  const names = new Set(['root', account.name, userInfo().username])
  return {
    'pg_hba.conf': accounts.map((account) => `local all ${account} peer map=kashkool`),
    'pg_ident.conf': [...names].flatMap((name) => accounts.map((account) => `kashkool "${name}" ${account}`)),
  }
}

const accounts = ['kashkool', requestAccount]

function writeOwned(path: string, lines: string[], { uid, gid }: Account) {
  const file = openSync(path, 'w', 0o600)
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
  if (isRoot()) fchownSync(file, uid, gid)
  closeSync(file)
}

const settingsOf = ({ home, socket, settings }: Launch) =>
  Object.entries({
    listen_addresses: '',
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: '5432',
    hba_file: join(home, 'pg_hba.conf'),
    ident_file: join(home, 'pg_ident.conf'),
    max_connections: '50',
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    jit: 'off',
    logging_collector: 'off',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...quietLog,
    ...settings,
  }).map(([name, value]) => `${name}=${value}`)

type Log = { path: string; file: number; from: number }

function openLog(path: string, { uid, gid }: Account): Log {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000) renameSync(path, `${path}.old`)
  const file = openSync(path, 'a', 0o600)
  if (isRoot()) fchownSync(file, uid, gid)
  return { path, file, from: fstatSync(file).size }
}

function lastWord({ path, from }: Log) {
  const output = readFileSync(path).subarray(from).toString().trim().split('\n')
  return (
    output.findLast((line) => line.includes('FATAL:'))?.replace(/^.*FATAL:\s*/, '') ||
    output.at(-1) ||
    'it said nothing'
  )
}
