import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/base/clock.ts'
import { withClient } from '#server/db/client.ts'
import { copyNow } from '#server/run/operator/backups.ts'
import { copyBeforeMigrating } from '#server/run/start/backed.ts'
import type { Config } from '#server/run/start/config.ts'
import type { Database } from '#server/run/start/database.ts'
import { type Cluster, startCluster } from '#server/db/embedded.ts'
import { alone } from './backup.queries.ts'
import { storeFor, takeBase } from './base-backup.ts'
import { restore } from './restore.ts'
import { keepBackups } from './schedule.ts'
import { type Base, basesOf, idAt, type Store, walFilesOf, walOf } from './store.ts'
import { verifyStore } from './verify-backup.ts'
import { ship } from './wal-archive.ts'
import { wayTo } from './way.ts'

const place = mkdtempSync(join(tmpdir(), 'kashkool-holes-'))
const dataDir = join(place, 'data')
chmodSync(place, 0o711)

let cluster: Cluster
let store: Store
let base: Base
const moments: Date[] = []

const start = async (folder = dataDir) => {
  cluster = await startCluster({ dataDir: folder, named: true, archives: true })
}
const ask = (sql: string) =>
  withClient(cluster.connection('kashkool'), async (client) => (await client.query(sql)).rows)
const backed = (clock = systemClock) => ({
  owner: cluster.connection('kashkool'),
  cluster: cluster.cluster,
  spool: cluster.spool,
  dataDir,
  folder: join(place, 'backups'),
  key: Buffer.from('a key of the tests that is long enough'),
  clock,
})

/** Writes a row, returns a moment after it, writes another row, and ends their file of the log. */
async function write(text: string) {
  const insert = (one: string) => ask(`insert into written (text) values ('${one}')`)
  await insert(text)
  await pause(50)
  moments.push((await ask('select clock_timestamp() as at'))[0]!.at)
  await pause(50)
  await insert(`after ${text}`)
  await ask('select pg_switch_wal()')
}

/** The rows of the database as of a moment, restored next to the lost one. */
async function restoredAt(at: Date | null) {
  const beside = join(place, 'beside')
  rmSync(beside, { recursive: true, force: true })
  await restore({ store, dataDir: beside, named: true, at, continues: false, keepsSessions: true })
  await start(beside)
  const texts = (await ask('select text from written order by n')).map(({ text }) => text as string)
  await cluster.stop()
  return texts
}

beforeAll(async () => {
  await start()
  await withClient(cluster.connection('postgres'), (client) => client.query('create database kashkool'))
  await ask('create table migrations (name text)')
  await ask('create table written (n integer generated always as identity, text text)')
  store = await storeFor(backed())
  base = await takeBase(backed())
  for (const text of ['first', 'second', 'third']) await write(text)
  await cluster.stop()
  await ship(store, cluster.spool)
})
afterAll(async () => {
  await cluster.stop()
  rmSync(place, { recursive: true, force: true, maxRetries: 10 })
})

/** Removes from the archive the file of the log with the second row; returns a function that puts it back. */
async function lose() {
  const file = (await walFilesOf(store)).filter((one) => one.length === 24 && one > base.stopWal)[1]!
  const path = join(store.folder, walOf(file))
  renameSync(path, join(place, file))
  return () => renameSync(join(place, file), path)
}

test('a moment before a hole of the log is restored, and one behind it is refused with the reason', async () => {
  const findAgain = await lose()
  expect((await verifyStore(store)).problems).toEqual([expect.stringContaining('has a hole')])
  expect(await restoredAt(moments[0]!)).toEqual(['first'])
  for (const at of [moments[2]!, null])
    await expect(restoredAt(at)).rejects.toThrow(/has a hole .*Nothing later can be restored; give a moment before it/)
  findAgain()
  expect(await restoredAt(moments[2]!)).toEqual(['first', 'after first', 'second', 'after second', 'third'])
})

test('a hole is followed by a new copy at once, and what comes after it can be restored again', async () => {
  await lose()
  await start()
  const problems: unknown[] = []
  const backups = await keepBackups(backed(), {
    every: 24,
    keep: 14,
    look: 50,
    failed: (problem) => problems.push(problem),
  })
  await expect.poll(async () => (await basesOf(store)).length).toBe(2)
  await write('fourth')
  await backups.pause()
  await cluster.stop()
  await backups.stop()
  expect(problems).toEqual([])
  expect(await basesOf(store)).toHaveLength(2)
  expect((await restoredAt(null)).slice(-2)).toEqual(['fourth', 'after fourth'])
  expect(await restoredAt(moments[0]!)).toEqual(['first'])
})

test('a timeline that begins before the hole of another one has none', async () => {
  await restore({ store, dataDir, named: true, at: moments[0]!, continues: true, keepsSessions: true })
  await start()
  await write('another first')
  const problems: unknown[] = []
  const backups = await keepBackups(backed(), {
    every: 24,
    keep: 14,
    look: 50,
    failed: (problem) => problems.push(problem),
  })
  await expect.poll(async () => (await basesOf(store)).length).toBe(3)
  await write('another second')
  await backups.pause()
  await cluster.stop()
  await backups.stop()
  expect(problems).toEqual([])
  expect(await basesOf(store)).toHaveLength(3)
  expect((await restoredAt(null)).slice(-2)).toEqual(['another second', 'after another second'])
})

test('a copy whose manifest is damaged is named, and nothing else suffers', async () => {
  const [known, damaged] = [await basesOf(store), `base/${idAt(systemClock.now())}.json`]
  writeFileSync(join(store.folder, damaged), 'no manifest')
  const { problems, bases } = await verifyStore(store)
  expect(problems).toContain(`${damaged} is damaged, cut off, or sealed with another BACKUP_KEY.`)
  expect(bases).toEqual(known)
  expect((await wayTo(store, null)).base).toEqual(known.at(-1))
  rmSync(join(store.folder, damaged))

  const withAnotherKey = { ...store, key: Buffer.from('another key of the tests that is long') }
  await expect(wayTo(withAnotherKey, null)).rejects.toThrow(`base/${known.at(-1)!.id}.json is damaged`)
  expect((await verifyStore(withAnotherKey)).problems).not.toContain('There is no finished backup.')
})

test('what is due to go goes though no copy can be made, as where the disk is full', async () => {
  await start()
  let now = systemClock.now()
  const problems: unknown[] = []
  const damaged = 'base/20200101T020000Z.json'
  writeFileSync(join(store.folder, damaged), 'no manifest')
  const [before, newest] = [await basesOf(store), (await basesOf(store)).at(-1)!.id]
  const backups = await keepBackups(backed({ now: () => now }), {
    every: 24,
    keep: 14,
    look: 50,
    failed: (problem) => problems.push(problem),
  })
  const copies = async () => (await basesOf(store)).map(({ id }) => id)
  await expect.poll(() => problems.map(String)).toEqual([expect.stringContaining(`${damaged} is damaged`)])
  expect(await basesOf(store)).toEqual(before)

  const then = new Date(now.getTime() + 20 * 86_400_000)
  const inTheWay = join(store.folder, 'base', `${idAt(then)}.tar`)
  mkdirSync(inTheWay)
  now = then
  await expect.poll(copies).toEqual([newest])
  expect(existsSync(join(store.folder, damaged))).toBe(false)
  rmdirSync(inTheWay)
  await expect.poll(copies).toEqual([newest, idAt(now)])
  await backups.pause()
  expect(idAt(backups.newest()!)).toBe(idAt(now))
  await cluster.stop()
  await backups.stop()
})

test('a copy before a migration makes room first too, and is made though something cannot be removed', async () => {
  await start()
  await ask(`alter table migrations add checksum text`)
  const [first] = readdirSync('server/db/migrations').toSorted()
  const checksum = createHash('sha256')
    .update(readFileSync(join('server/db/migrations', first!)))
    .digest('hex')
  await ask(`insert into migrations values ('${first}', '${checksum}')`)
  const { owner, cluster: folder, spool, key } = backed()
  const database = { owner, files: { cluster: folder, spool } } as Database
  const config = { dataDir, backup: { folder: backed().folder, key: () => key, keep: 0 } } as unknown as Config
  const problems: unknown[] = []
  const old = join(store.folder, 'base', '20200101T020000Z.json')
  const copies = {
    start: () => copyBeforeMigrating(database, config, (problem) => problems.push(problem)),
    command: () => copyNow(database, config),
  }
  for (const copy of Object.values(copies))
    await withClient(owner, async (another) => {
      writeFileSync(old, 'no manifest')
      await alone(another)
      await expect(copy()).rejects.toThrow('Another backup of this database is under way.')
      expect(existsSync(old)).toBe(false)
    })

  const stays = join(store.folder, 'base', '20200101T020000Z.tar.new-7')
  mkdirSync(stays)
  const ids = async () => (await basesOf(store)).map(({ id }) => id)
  const { base: copy, notRemoved } = await copies.command()
  const before = await ids()
  expect(before).toContain(copy.id)
  expect(notRemoved).toContain('Old backups could not be removed: ')
  await pause(1000)
  await copies.start()
  expect((await ids()).filter((id) => !before.includes(id))).toHaveLength(1)
  expect(problems).toHaveLength(2)
  rmdirSync(stays)
  await cluster.stop()
})
