import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { students } from '#test/world/students.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '#server/base/clock.ts'
import { withClient } from '#server/db/client.ts'
import { type Cluster, startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Repeated } from '#server/processes/repeated.ts'
import { type Backed, storeFor, takeBase } from './base-backup.ts'
import { restore } from './restore.ts'
import { keepBackups } from './schedule.ts'
import { type Base, basesOf, idAt, type Store, walFilesOf } from './store.ts'
import { verifyStore } from './verify-backup.ts'
import { keepShipping, ship } from './wal-archive.ts'

// The full form uses a database of about 250 MB, or of DRILL_ROWS rows (80 bytes each), and prints how long it took.
const isFull = process.env.PROOF === 'on'
const patience = isFull ? 3_600_000 : 120_000
vi.setConfig({ testTimeout: patience, hookTimeout: patience })

const place = mkdtempSync(join(tmpdir(), 'kashkool-drill-'))
const dataDir = join(place, 'data')
// When root runs the test, the database runs as another account, which must be able to enter the folder.
chmodSync(place, 0o711)
const key = Buffer.from('a key of the tests that is long enough')
const rows = isFull ? Number(process.env.DRILL_ROWS ?? 3_000_000) : 3000
const figure = (text: string) => isFull && process.stdout.write(`${text}\n`)

let cluster: Cluster
let backed: Backed
let shipping: Repeated
let store: Store
let base: Base
let sums: string
let moment: Date

const started = async (settings = {}) => {
  cluster = await startCluster({ dataDir, named: true, archives: true, settings })
  return cluster.connection('kashkool')
}
const ask = (owner: pg.ClientConfig, sql: string) => withClient(owner, async (client) => (await client.query(sql)).rows)

const sizeOfAll = 'select pg_size_pretty(pg_database_size(current_database())) as size'
const secondsSince = (begun: number) => ((performance.now() - begun) / 1000).toFixed(1)

/** A checksum of all rows of all tables. */
async function checksums(owner: pg.ClientConfig) {
  return withClient(owner, async (client) => {
    const { rows: tables } = await client.query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    )
    const sums: unknown[] = []
    for (const { name } of tables)
      sums.push(name, (await client.query(`select count(*), sum(hashtextextended(t::text, 0)) from ${name} t`)).rows[0])
    return JSON.stringify(sums)
  })
}

beforeAll(async () => {
  cluster = await startCluster({ dataDir, named: true, archives: true })
  await ask(cluster.connection('postgres'), 'create database kashkool')
  const owner = cluster.connection('kashkool')
  await migrate(owner)
  writeFileSync(join(dataDir, 'secret'), 'the secret of the drill')
  await ask(owner, 'create table drilled (n integer, text text)')
  await ask(owner, `insert into drilled select n, 'Omar ' || md5(n::text) from generate_series(1, ${rows}) n`)
  backed = {
    owner,
    cluster: cluster.cluster,
    spool: cluster.spool,
    dataDir,
    folder: join(place, 'backups'),
    key,
    clock: systemClock,
  }
  store = await storeFor(backed)
  shipping = keepShipping(store, cluster.spool, { every: 50, failed: (problem) => expect(problem).toBeNull() })
})
afterAll(async () => {
  await cluster.stop()
  rmSync(place, { recursive: true, force: true, maxRetries: 10 })
})

test('a copy is made while rows are written, and nothing readable stands in it', async () => {
  let writing = true
  const busy = (async () => {
    for (let n = 0; writing; n++) await ask(backed.owner, `insert into drilled values (-1, 'written meanwhile ${n}')`)
  })()
  const begun = performance.now()
  base = await takeBase(backed)
  figure(`Copied ${(await ask(backed.owner, sizeOfAll))[0]!.size} in ${secondsSince(begun)} s`)
  writing = false
  await busy
  await ask(backed.owner, `insert into drilled values (-2, 'after the copy')`)
  await pause(50)
  moment = (await ask(backed.owner, 'select clock_timestamp() as at'))[0]!.at
  sums = await checksums(backed.owner)
  await pause(50)
  await ask(backed.owner, `insert into drilled values (-3, 'after the moment')`)
  await ask(backed.owner, 'drop table former_values cascade')
  // Words that are long enough never to stand in random bytes.
  for (const folder of ['base', 'wal'])
    for (const name of readdirSync(join(store.folder, folder)))
      for (const word of ['written meanwhile', students.omar.lastName])
        expect(readFileSync(join(store.folder, folder, name)).includes(word)).toBe(false)
})

test('an orderly stop leaves nothing that is not archived', async () => {
  await cluster.stop()
  await shipping.stop()
  expect(readdirSync(cluster.spool)).toEqual([])
  const { problems, bases } = await verifyStore(store)
  expect({ problems, bases }).toEqual({ problems: [], bases: [base] })
})

test('everything destroyed is restored to a moment, with equal checksums of all rows, and the secret', async () => {
  rmSync(dataDir, { recursive: true, force: true })
  const begun = performance.now()
  const { lastTransaction, replaced } = await restore({
    store,
    dataDir,
    named: true,
    at: moment,
    continues: false,
    keepsSessions: true,
  })
  figure(`Restored to a moment in ${secondsSince(begun)} s`)
  expect(replaced).toBeNull()
  expect(new Date(lastTransaction!).getTime()).toBeLessThanOrEqual(moment.getTime())
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('the secret of the drill')
  const owner = await started()
  expect(await checksums(owner)).toBe(sums)

  // The restored database is used: it fills the same places of the log as the original, with other rows.
  const archived = await walFilesOf(store)
  const beside = { ...backed, owner, cluster: cluster.cluster, spool: cluster.spool }
  const own = await storeFor(beside)
  expect(own.folder).toMatch(new RegExp(`^${store.folder}-[0-9a-f]{8}$`))
  const copy = await takeBase(beside)
  for (let nth = 0; nth < 3; nth++) {
    await ask(owner, `insert into drilled values (-9, 'in a database beside')`)
    await ask(owner, 'select pg_switch_wal()')
  }
  await cluster.stop()
  expect([await walFilesOf(store), await basesOf(store)]).toEqual([archived, [base]])
  expect(await basesOf(own)).toEqual([copy])
  expect(readdirSync(cluster.spool)).not.toEqual([])
})

test('the newest state is restored over another, which stays beside it; a new history goes into the archive', async () => {
  const archived = await walFilesOf(store)
  const { replaced } = await restore({ store, dataDir, named: true, at: null, continues: true, keepsSessions: true })
  expect(existsSync(replaced!)).toBe(true)
  expect((await walFilesOf(store)).filter((file) => !archived.includes(file))).toContain('00000002.history')
  const owner = await started()
  expect(await ask(owner, 'select text from drilled where n = -3')).toEqual([{ text: 'after the moment' }])
  expect(await ask(owner, 'select 1 from drilled where n = -9')).toEqual([])
  await ask(owner, `insert into drilled values (-4, 'on the second timeline')`)
  await cluster.stop()
  await ship(store, cluster.spool)

  rmSync(dataDir, { recursive: true, force: true })
  await restore({ store, dataDir, named: true, at: null, continues: true, keepsSessions: true })
  expect(await ask(await started(), 'select count(*)::int as rows from drilled where n <= -3')).toEqual([{ rows: 2 }])
  await cluster.stop()
})

test('a moment before the first copy, and one after the end of the archive, get a sentence', async () => {
  const [before, after] = [new Date('2020-01-01T00:00:00Z'), new Date('2999-01-01T00:00:00Z')]
  const to = (at: Date) => restore({ store, dataDir, named: true, at, continues: false, keepsSessions: true })
  await expect(to(before)).rejects.toThrow(`The first moment that can be restored is ${base.finishedAt}.`)
  await expect(to(after)).rejects.toThrow('The archive ends before 2999-01-01T00:00:00.000Z')
  expect(await ask(await started(), 'select count(*)::int as rows from drilled where n <= -3')).toEqual([{ rows: 2 }])
  await cluster.stop()
})

test('a broken copy and a broken or missing log are noticed, by verifying and by restoring, and the data stay', async () => {
  const wal = join(store.folder, 'wal', base.stopWal)
  const whole = readFileSync(wal)
  const to = () => restore({ store, dataDir, named: true, at: null, continues: false, keepsSessions: true })

  const turned = Buffer.from(whole)
  turned[100]! ^= 1
  writeFileSync(wal, turned)
  expect((await verifyStore(store)).problems).toEqual([
    `wal/${base.stopWal} is damaged, cut off, or sealed with another BACKUP_KEY.`,
  ])
  await expect(to()).rejects.toThrow(`wal/${base.stopWal} is damaged`)

  rmSync(wal)
  expect((await verifyStore(store)).problems).toEqual([expect.stringContaining('has a hole')])
  await expect(to()).rejects.toThrow('has a hole')
  writeFileSync(wal, whole)

  appendFileSync(join(store.folder, 'base', `${base.id}.tar`), 'x')
  expect((await verifyStore(store)).problems).toEqual([
    `base/${base.id}.tar is damaged, cut off, or sealed with another BACKUP_KEY.`,
  ])
  await expect(to()).rejects.toThrow('.tar is damaged')
  expect(await ask(await started(), 'select count(*)::int as rows from drilled where n <= -3')).toEqual([{ rows: 2 }])
})

test('a copy whose log cannot be archived leaves nothing behind', async () => {
  const running = { ...backed, owner: cluster.connection('kashkool'), cluster: cluster.cluster, spool: cluster.spool }
  const copies = () => readdirSync(join(store.folder, 'base')).toSorted()
  const before = copies()
  const ofAnother = join(cluster.spool, base.stopWal)
  writeFileSync(ofAnother, 'the log of another installation')
  await expect(takeBase(running)).rejects.toThrow(`The archive has another ${base.stopWal}`)
  expect(copies()).toEqual(before)
  rmSync(ofAnother)
})

test('the schedule copies by itself: after a restore, and when the newest copy is old enough', async () => {
  let now = systemClock.now()
  const running = {
    ...backed,
    owner: cluster.connection('kashkool'),
    cluster: cluster.cluster,
    spool: cluster.spool,
    clock: { now: () => now },
  }
  const problems: unknown[] = []
  const backups = await keepBackups(running, {
    every: 24,
    keep: 14,
    look: 50,
    failed: (problem) => problems.push(problem),
  })
  const copies = async () => (await basesOf(store)).map(({ id }) => id)
  const first = [base.id, idAt(now)]
  await expect.poll(copies).toEqual(first)
  now = new Date(now.getTime() + 25 * 3_600_000)
  await expect.poll(copies).toEqual([...first, idAt(now)])
  await backups.pause()
  expect(idAt(backups.newest()!)).toBe(idAt(now))
  await cluster.stop()
  await backups.stop()
  expect([problems, await backups.waiting()]).toEqual([[], null])
})
