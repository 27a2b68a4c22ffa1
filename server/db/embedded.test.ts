import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from './embedded.ts'
import { isAlive, killWatchOf, networkSocketsOf } from '#test/harness/processes.ts'

const asRoot = process.getuid?.() === 0
const folders: string[] = []
const children: ChildProcess[] = []

// Most tests start from this database, because creating one takes longer than all its queries.
const made = mkdtempSync(join(tmpdir(), 'kashkool-made-'))
beforeAll(async () => {
  const cluster = await startCluster({ dataDir: made })
  await cluster.stop()
})
afterAll(() => rmSync(made, { recursive: true, force: true, maxRetries: 10 }))

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

test('rows stay when the server is stopped and started again', async () => {
  const dataDir = madeFolder()
  const first = await start(dataDir)
  await ask(first, 'create table kept as select 42 as n')
  await first.stop()

  const second = await start(dataDir)
  expect(await ask(second, 'select n from kept')).toEqual([{ n: 42 }])
  expect(second.adopted).toBe(false)
  await second.stop()
})

test('the server is ours: UTF-8, checksums, UTC, durable, no network, nothing private in its log', async () => {
  const dataDir = madeFolder()
  const cluster = await startCluster({ dataDir })
  await ask(cluster, "select 'Omar'::uuid").catch(() => {})
  const names = ['server_encoding', 'data_checksums', 'TimeZone', 'fsync', 'full_page_writes', 'listen_addresses']
  const settings = await ask(cluster, `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join()}`)
  expect(settings).toEqual([
    {
      server_encoding: 'UTF8',
      data_checksums: 'on',
      TimeZone: 'UTC',
      fsync: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
    },
  ])
  expect(await ask(cluster, "select 'أحمد' collate \"und-x-icu\" < 'بسمة' as sorted")).toEqual([{ sorted: true }])
  if (process.platform === 'linux') expect(networkSocketsOf(postmaster(dataDir))).toEqual([])
  await cluster.stop()
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toMatch(/Omar|select/)
})

test('a second Kashkool on the same data gets a sentence and the first goes on answering', async () => {
  const dataDir = madeFolder()
  const first = await start(dataDir)
  const second = another(dataDir)
  expect(await second.output).toMatch(
    /Another Kashkool is using the data in .*; stop it first, or choose another DATA_DIR\./,
  )
  await expect(start(dataDir)).rejects.toThrow('Another Kashkool')
  expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }])
  await first.stop()
})

test('of two first starts at once one wins, and the data are whole', async () => {
  const dataDir = freshFolder()
  const starts = [another(dataDir), another(dataDir)]
  const output = await Promise.all(starts.map((start) => start.output))
  expect(output.filter((line) => line === 'ready')).toHaveLength(1)
  expect(output.filter((line) => line.startsWith('Another Kashkool'))).toHaveLength(1)

  await Promise.all(starts.map((start) => start.killed()))
  const cluster = await start(dataDir)
  expect(await ask(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  await cluster.stop()
})

test('the server goes down with a killed Kashkool, and the next start is not hindered', async () => {
  const dataDir = madeFolder()
  const killed = another(dataDir)
  expect(await killed.output).toBe('ready')
  const server = postmaster(dataDir)
  await killed.killed()

  const next = await start(dataDir)
  expect(postmaster(dataDir)).not.toBe(server)
  await next.stop()

  const again = another(dataDir)
  await again.output
  const orphan = postmaster(dataDir)
  await again.killed()
  await expect.poll(() => isAlive(orphan)).toBe(false)
})

test('an orphan whose watch was killed too is ended by the next start, which keeps its rows', async () => {
  const dataDir = madeFolder()
  const killed = another(dataDir, 'create table kept as select 7 as n')
  expect(await killed.output).toBe('ready')
  const orphan = postmaster(dataDir)
  killWatchOf(dataDir)
  await killed.killed()
  expect(isAlive(orphan)).toBe(true)

  const next = await start(dataDir)
  expect(next.adopted).toBe(true)
  expect(isAlive(orphan)).toBe(false)
  expect(await ask(next, 'select n from kept')).toEqual([{ n: 7 }])
  await next.stop()
})

test('a server that was killed itself recovers, even when its number belongs to another process by now', async () => {
  const dataDir = madeFolder()
  const first = await start(dataDir)
  await ask(first, 'create table kept as select 7 as n')
  process.kill(postmaster(dataDir), 'SIGKILL')
  await first.ended
  await first.stop()

  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, `${process.pid}`))
  const next = await start(dataDir)
  expect(await ask(next, 'select n from kept')).toEqual([{ n: 7 }])
  await next.stop()
})

test('a database whose creation was cut short is created again', async () => {
  const dataDir = freshFolder()
  chmodSync(dataDir, 0o711)
  mkdirSync(join(dataDir, 'postgres.new'))
  writeFileSync(join(dataDir, 'postgres.new', 'half'), '')
  const cluster = await start(dataDir)
  expect(await ask(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  await cluster.stop()
})

test('a server that cannot start gives the reason, and releases the data', async () => {
  const dataDir = madeFolder()
  await expect(startCluster({ dataDir, settings: { shared_buffers: 'much' } })).rejects.toThrow(
    /^PostgreSQL did not start: .*shared_buffers/,
  )
  await (await start(dataDir)).stop()
})

test('a path too long for a socket is no hindrance', async () => {
  const dataDir = join(freshFolder(), 'دفتر'.repeat(20), 'data')
  chmodSync(join(dataDir, '../..'), 0o711)
  const cluster = await start(dataDir)
  expect(await ask(cluster, 'select 1 as one')).toEqual([{ one: 1 }])
  await cluster.stop()
  rmSync(cluster.connection('postgres').host ?? '', { recursive: true })
})

if (asRoot) {
  test('data that the server cannot reach are refused where the operator named the place', async () => {
    const closed = freshFolder()
    mkdirSync(join(closed, 'data'))
    await expect(startCluster({ dataDir: join(closed, 'data'), named: true })).rejects.toThrow(
      /PostgreSQL runs as "kashkool-db", who cannot reach .*; open the folders/,
    )
  })

  test('no other user of the machine can connect', async () => {
    const dataDir = madeFolder()
    const cluster = await start(dataDir)
    const path = join(dataDir, 'socket', '.s.PGSQL.5432')
    // The shell changes its user itself, because Node may be in a folder where another user cannot start it.
    const script = `process.setgroups([]); process.setgid(54321); process.setuid(54321)
      require('net').connect(${JSON.stringify(path)}).on('error', (e) => console.log(e.code)).on('connect', () => process.exit())`
    const stranger = spawn(process.execPath, ['-e', script], { cwd: '/' })
    expect(await firstLine(stranger)).toBe('EACCES')
    await cluster.stop()
  })
}

// A killed process loses nothing that the operating system has accepted, so this only saves time in the tests.
const start = (dataDir: string) => startCluster({ dataDir, settings: { fsync: 'off' } })

/** A folder with a new database. */
function madeFolder() {
  const folder = freshFolder()
  // Keeps the owner of the files, which is not root.
  execFileSync('cp', ['-a', `${made}/.`, folder])
  return folder
}

function freshFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-embedded-'))
  folders.push(folder)
  return folder
}

async function ask(cluster: Cluster, question: string) {
  const client = new pg.Client(cluster.connection('postgres'))
  client.on('error', () => {})
  await client.connect()
  return client
    .query(question)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** Kashkool in a separate process: the first line of its output, and a function that kills it. */
function another(dataDir: string, question = 'select 1') {
  const script = `
    import pg from 'pg'
    import { startCluster } from './server/db/embedded.ts'
    const [dataDir, question] = process.argv.slice(1)
    try {
      const client = new pg.Client((await startCluster({ dataDir, settings: { fsync: 'off' } })).connection('postgres'))
      await client.connect()
      await client.query(question)
      console.log('ready')
      setInterval(() => {}, 1000)
    } catch (error) {
      console.log(error.message)
    }`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, dataDir, question], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const exit = once(child, 'exit')
  return {
    output: firstLine(child),
    killed: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}

async function firstLine(child: ChildProcess) {
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  return line.toString().trim()
}

const postmaster = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
