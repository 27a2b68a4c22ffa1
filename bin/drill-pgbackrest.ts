import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'

// The restore drill for a database outside Kashkool: PostgreSQL and pgBackRest of the operating system, configured as in
// docs/operations.md. `node bin/drill.mjs pgbackrest`, with `-- MEGABYTES` for a database of about that size.

const binaries = ['18', '17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`).find(existsSync)
const skipped = whySkipped()
function whySkipped() {
  if (!binaries) return 'No PostgreSQL of the system was found (Debian: postgresql).'
  if (spawnSync('pgbackrest', ['version']).error) return 'pgBackRest is not installed (Debian: pgbackrest).'
  if (process.getuid?.() !== 0) return 'The drill starts servers as the account postgres, which only root may do.'
  return null
}
if (skipped) {
  console.log(`Skipped: ${skipped}`)
  process.exit(0)
}

const megabytes = Number(process.argv[2] ?? 50)
const place = mkdtempSync(join(tmpdir(), 'kashkool-pgbackrest-'))
chmodSync(place, 0o755)
const [data, repository, config] = ['data', 'repository', 'pgbackrest.conf'].map((name) => join(place, name))
const port = 20_000 + Math.floor(Math.random() * 20_000)
const connection = { host: place, port, user: 'postgres', database: 'kashkool' }

/** Runs a program as the account of the database. */
const asPostgres = (program: string, ...words: string[]) =>
  execFileSync('runuser', ['-u', 'postgres', '--', program, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
const pgbackrest = (...words: string[]) => asPostgres('pgbackrest', `--config=${config}`, '--stanza=kashkool', ...words)
const control = (...words: string[]) =>
  asPostgres(join(binaries!, 'pg_ctl'), '-D', data!, '-l', join(place, 'log'), '-w', '-t', '600', ...words)

function prepare() {
  for (const folder of [repository!, join(place, 'logs')]) mkdirSync(folder)
  writeFileSync(
    config!,
    `[global]
repo1-path=${repository}
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=a pass phrase of the drill alone
log-path=${join(place, 'logs')}
lock-path=${join(place, 'locks')}
start-fast=y
process-max=2
[kashkool]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${place}
`,
  )
  execFileSync('chown', ['-R', 'postgres', place])
  asPostgres(
    join(binaries!, 'initdb'),
    '-D',
    data!,
    '--auth=trust',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
  )
  writeFileSync(
    join(data!, 'postgresql.auto.conf'),
    `listen_addresses = ''
port = ${port}
unix_socket_directories = '${place}'
archive_mode = on
archive_timeout = 30
archive_command = 'pgbackrest --config=${config} --stanza=kashkool archive-push %p'
`,
  )
  control('start')
}

async function drill() {
  await ask('create database kashkool', { ...connection, database: 'postgres' })
  await migrate(connection)
  await ask(
    'create table drilled (n bigint generated always as identity, at timestamptz default clock_timestamp(), text text)',
  )
  // A row takes about 160 bytes.
  await ask(`insert into drilled (text) select repeat(md5(n::text), 3) from generate_series(1, ${megabytes * 6500}) n`)
  pgbackrest('stanza-create')
  const copied = await timed(() => pgbackrest('backup', '--type=full'))
  report(
    `Copied ${String((await ask('select pg_size_pretty(pg_database_size(current_database())) as size'))[0]!.size)} in ${copied} s.`,
  )

  await ask(`insert into drilled (text) values ('before the moment')`)
  await pause(1500)
  const [{ moment }] = (await ask('select clock_timestamp()::text as moment')) as [{ moment: string }]
  const sums = await checksums()
  await pause(1500)
  const lastWrite = await writeFor(70_000)
  // Everything is lost at once, including the log that was not archived yet.
  control('stop', '-m', 'immediate')
  rmSync(data!, { recursive: true })

  const newest = await restored()
  const [{ at }] = (await ask('select max(at) as at from drilled')) as [{ at: Date }]
  report(
    `Back in ${newest} s with the newest state; ${((lastWrite - at.getTime()) / 1000).toFixed(1)} s of writes were lost.`,
  )
  control('stop', '-m', 'immediate')
  rmSync(data!, { recursive: true })

  const toMoment = await restored('--type=time', `--target=${moment}`, '--target-action=promote')
  if ((await checksums()) !== sums) throw new Error('The checksums of the rows differ from those of the moment')
  report(`Back in ${toMoment} s at a moment; the checksums of all rows of all tables are equal.`)
  control('stop', '-m', 'fast')

  damage()
  const verified = spawnSync(
    'runuser',
    [
      '-u',
      'postgres',
      '--',
      'pgbackrest',
      `--config=${config}`,
      '--stanza=kashkool',
      '--log-level-console=info',
      'verify',
    ],
    { encoding: 'utf8' },
  )
  if (
    !/invalid checksum|checksum invalid|status: error|size invalid|other: 1|invalid: [1-9]/i.test(
      `${verified.stdout}${verified.stderr}`,
    )
  )
    throw new Error(`A damaged copy was not noticed: ${verified.stdout}${verified.stderr}`)
  report('A copy in which a byte was changed is noticed by "pgbackrest verify".')
}

/** Inserts rows one after another; returns when the last one was acknowledged. */
async function writeFor(time: number) {
  const client = new pg.Client(connection)
  await client.connect()
  const until = Date.now() + time
  let last = 0
  while (Date.now() < until) {
    const { rows } = await client.query(`insert into drilled (text) values ('acknowledged') returning at`)
    last = rows[0].at.getTime()
    await pause(20)
  }
  await client.end()
  return last
}

/** Seconds until the database has replayed its log and takes writes again; before that it answers with an older state. */
const restored = (...options: string[]) =>
  timed(async () => {
    asPostgres('mkdir', '-m', '700', data!)
    pgbackrest('restore', ...options)
    control('start')
    while ((await ask('select pg_is_in_recovery() as replays'))[0]!.replays) await pause(100)
  })

/** Changes one byte in the largest file of the copies. */
function damage() {
  const copies = join(repository!, 'backup')
  const [largest] = readdirSync(copies, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.gz') && name.includes('pg_data'))
    .map((name) => join(copies, name))
    .map((path) => ({ path, content: readFileSync(path) }))
    .toSorted((a, b) => b.content.length - a.content.length)
  const { path, content } = largest!
  const middle = Math.floor(content.length / 2)
  content[middle] = content[middle]! ^ 1
  writeFileSync(path, content)
}

async function timed(work: () => unknown) {
  const begun = performance.now()
  await work()
  return ((performance.now() - begun) / 1000).toFixed(1)
}

async function checksums() {
  const tables = await ask(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const sums: unknown[] = []
  for (const { name } of tables)
    sums.push(name, await ask(`select count(*), sum(hashtextextended(t::text, 0)) from ${String(name)} t`))
  return JSON.stringify(sums)
}

async function ask(text: string, to: pg.ClientConfig = connection): Promise<Record<string, unknown>[]> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(to)
    try {
      await client.connect()
      return (await client.query(text)).rows
    } catch (problem) {
      // It is still replaying its log.
      if ((problem as { code?: string }).code !== '57P03' || tries > 600) throw problem
      await pause(100)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

function report(line: string) {
  console.log(line)
}

try {
  prepare()
  await drill()
} finally {
  if (existsSync(join(data!, 'postmaster.pid'))) control('stop', '-m', 'immediate')
  rmSync(place, { recursive: true, force: true, maxRetries: 10 })
}
