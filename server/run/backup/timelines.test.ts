import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#server/base/clock.ts'
import { withClient } from '#server/db/client.ts'
import { type Cluster, startCluster } from '#server/db/embedded.ts'
import { storeFor, takeBase } from './base-backup.ts'
import { restore } from './restore.ts'
import { type Base, basesOf, readWhole, type Store, walFilesOf, walOf, writeSealed } from './store.ts'
import { ship } from './wal-archive.ts'

const place = mkdtempSync(join(tmpdir(), 'kashkool-timelines-'))
const dataDir = join(place, 'data')
chmodSync(place, 0o711)

let cluster: Cluster
let store: Store
let base: Base
let moment: Date

const start = async () => {
  cluster = await startCluster({ dataDir, named: true, archives: true })
}
const ask = (sql: string) =>
  withClient(cluster.connection('kashkool'), async (client) => (await client.query(sql)).rows)
const written = () => ask('select text from written order by n')
const write = (text: string) => ask(`insert into written (text) values ('${text}')`)
const backed = () => ({
  owner: cluster.connection('kashkool'),
  cluster: cluster.cluster,
  spool: cluster.spool,
  dataDir,
  folder: join(place, 'backups'),
  key: Buffer.from('a key of the tests that is long enough'),
  clock: systemClock,
})
const restored = (at: Date | null = null) =>
  restore({ store, dataDir, named: true, at, continues: true, keepsSessions: true })
const stop = async () => {
  await cluster.stop()
  await ship(store, cluster.spool)
}

beforeAll(async () => {
  await start()
  await withClient(cluster.connection('postgres'), (client) => client.query('create database kashkool'))
  await ask('create table migrations (name text)')
  await ask('create table written (n integer generated always as identity, text text)')
  store = await storeFor(backed())
  base = await takeBase(backed())
  await write('first')
  await pause(50)
  moment = (await ask('select clock_timestamp() as at'))[0]!.at
  await pause(50)
  await write('second')
})
afterAll(async () => {
  await cluster.stop()
  rmSync(place, { recursive: true, force: true, maxRetries: 10 })
})

test('a timeline of which the archive has any file is not begun again, and the newest is found over such gaps', async () => {
  await stop()
  const newest = (await walFilesOf(store)).findLast((file) => file.length === 24)!
  const stray = `00000002${newest.slice(8)}`
  await writeSealed(store, walOf(stray), Readable.from([Buffer.from('of a database that was copied by hand')]))
  for (const timeline of [3, 4]) {
    rmSync(dataDir, { recursive: true, force: true })
    await restored()
    await start()
    expect(await ask('select timeline_id as timeline from pg_control_checkpoint()')).toEqual([{ timeline }])
    await write(`timeline ${timeline}`)
    await stop()
  }
  expect((await readWhole(store, walOf(stray))).toString()).toBe('of a database that was copied by hand')
  await start()
  const texts = ['first', 'second', 'timeline 3', 'timeline 4']
  expect((await written()).map(({ text }) => text)).toEqual(texts)
})

test('a restore that is refused leaves the log that waits for the archive, and no half of a copy; one that is not keeps that of another database', async () => {
  await write('not archived yet')
  await cluster.stop()
  const waiting = readdirSync(cluster.spool)
  expect(waiting).not.toEqual([])
  const beside = (at: Date | null) =>
    restore({ store, dataDir, named: true, at, continues: false, keepsSessions: true })
  await expect(beside(new Date('2999-01-01T00:00:00Z'))).rejects.toThrow('The archive ends before 2999')
  expect(readdirSync(cluster.spool)).toEqual(waiting)
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.restored'))).toEqual([])

  await beside(null)
  expect(readdirSync(`${cluster.spool}.replaced-1`)).toEqual(waiting)
  rmSync(join(dataDir, 'postgres'), { recursive: true })
  rmSync(cluster.spool, { recursive: true })
  expect(existsSync(`${cluster.cluster}.replaced-1`)).toBe(true)
})

test('what a restore to a moment took back does not come again with a copy that was made of it', async () => {
  await restored()
  await start()
  await write('to be taken back')
  const late = await takeBase(backed())
  await stop()
  expect((await restored(moment)).base).toEqual(base)
  await start()
  expect(await written()).toEqual([{ text: 'first' }])
  await stop()
  expect((await restored()).base).toEqual(base)
  expect(await basesOf(store)).toEqual([base, late])
  await start()
  expect(await written()).toEqual([{ text: 'first' }])
})
