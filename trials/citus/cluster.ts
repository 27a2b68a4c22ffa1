import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** The programs of a PostgreSQL that has Citus: those in CITUS_PROGRAMS, or of a package. */
export const programs = [
  process.env.CITUS_PROGRAMS ?? '',
  ...['17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`),
].find(hasCitus)

function hasCitus(folder: string) {
  const [version] = /\d+(?=\/bin\/?$)/.exec(folder) ?? []
  const extension = join(folder, `../../../../share/postgresql/${version}/extension/citus.control`)
  return existsSync(join(folder, 'initdb')) && existsSync(extension)
}

/** A coordinator and two workers of one machine. */
export async function startCluster() {
  const place = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kashkool-citus-'))
  chmodSync(place, 0o755)
  if (isRoot) execFileSync('chown', ['postgres', place])
  const first = 20_000 + Math.floor(Math.random() * 20_000)
  const servers = [0, 1, 2].map((nth) => ({ port: first + nth, data: join(place, `server-${nth}`) }))
  const connection = (nth: number, database = 'kashkool', user = 'postgres'): pg.ClientConfig => ({
    host: '127.0.0.1',
    port: servers[nth]!.port,
    user,
    database,
  })
  const stop = () => {
    for (const { data } of servers) run(place, 'pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
    rmSync(place, { recursive: true, force: true })
  }
  /** Lets the three know of each other in a database that is there on all of them. */
  const introduce = async (database: string) => {
    for (const nth of [0, 1, 2]) await asked(connection(nth, database), 'create extension citus')
    await asked(connection(0, database), `select citus_set_coordinator_host('127.0.0.1', ${first})`)
    for (const nth of [1, 2]) await asked(connection(0, database), `select citus_add_node('127.0.0.1', ${first + nth})`)
  }
  try {
    for (const { port, data } of servers) start(place, port, data)
  } catch (problem) {
    stop()
    throw problem
  }
  return { connection, introduce, stop }
}

const isRoot = process.getuid?.() === 0

/** Root's servers run as the account of the package: PostgreSQL refuses root. */
function run(place: string, program: string, words: string[]) {
  const command = [join(programs!, program), ...words]
  const whole = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command] : command
  return spawnSync(whole[0]!, whole.slice(1), { env: { ...process.env, HOME: place }, encoding: 'utf8', cwd: place })
}

function start(place: string, port: number, data: string) {
  run(place, 'initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '--locale=C.UTF-8', '-E', 'UTF8'])
  const settings = {
    port,
    listen_addresses: `'127.0.0.1'`,
    unix_socket_directories: `''`,
    shared_preload_libraries: `'citus'`,
    wal_level: 'logical',
    max_connections: 300,
    // Citus watches each database by a process of its own.
    max_worker_processes: 200,
    max_prepared_transactions: 300,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // A function may read a table that is not there yet: Citus makes it because that table needs it.
    check_function_bodies: 'off',
    // As on the product's own server: to compile an involved statement takes seconds.
    jit: 'off',
    // A plan that is kept would keep what a policy answered to another person.
    plan_cache_mode: 'force_custom_plan',
    'citus.node_conninfo': `'sslmode=disable'`,
    'citus.shard_count': 8,
    // One connection to each worker: what a transaction has locked by one it would wait for on another.
    'citus.max_adaptive_executor_pool_size': 1,
    'citus.multi_shard_modify_mode': 'sequential',
    'citus.propagate_set_commands': 'local',
    'citus.allow_nested_distributed_execution': 'on',
    'citus.enable_unsafe_triggers': 'on',
    'citus.enable_statistics_collection': 'off',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  appendFileSync(join(data, 'postgresql.conf'), lines.join(''))
  const { status, stdout } = run(place, 'pg_ctl', ['-D', data, '-l', `${data}.log`, '-w', 'start'])
  if (status !== 0) throw new Error(stdout)
}

async function asked(connection: pg.ClientConfig, text: string) {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(text).finally(() => client.end())
}
