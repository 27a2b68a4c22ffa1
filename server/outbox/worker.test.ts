import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { clock } from '#test/world/clock.ts'
import { deliverEvents, ordinaryPace } from './worker.ts'
import { smsChannel } from '#server/messages/sms/sms.ts'
import { emptyDatabase, inDatabase, sqlIn } from '#test/harness/database.ts'
import { counted, during } from '#test/harness/traffic.ts'

const owner = await emptyDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kashkool-sms-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The ordinary settings, only faster. */
const pace = { ...ordinaryPace, firstWait: 20, longestWait: 50, look: 60_000 }
const workers: { stop: () => Promise<void> }[] = []
const lines: string[] = []
let path = ''
let files = 0

beforeEach(async () => {
  path = join(folder, `${files++}`)
  lines.length = 0
  await sql('truncate outbox')
})
afterEach(() => Promise.all(workers.splice(0).map(({ stop }) => stop())))

const sql = sqlIn(owner)

function work(to = path) {
  const worker = deliverEvents(owner, smsChannel({ by: 'file', path: to }, clock), {
    pace,
    log: (line) => lines.push(line),
  })
  workers.push(worker)
  return worker
}

const publishCodes = (many: number, event = 'code') =>
  sql(
    `insert into outbox (event, payload) select $2, jsonb_build_object('phoneNumber', '01000000009', 'code', n::text)
     from generate_series(10001, 10000 + $1::int) as n`,
    [many, event],
  )
const written = (): { at: string; phoneNumber: string; text: string; code?: string }[] => {
  try {
    return readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  } catch {
    return []
  }
}
const waiting = async () => (await sql('select from outbox where delivered_at is null and given_up_at is null')).length

test('a published code is written down, and neither number nor code stays', async () => {
  work()
  await publishCodes(1)
  await expect.poll(waiting).toBe(0)
  expect(written()).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      phoneNumber: '01000000009',
      text: expect.stringContaining('10001'),
      code: '10001',
    },
  ])
  expect(await sql('select payload, attempts, delivered_at is not null as delivered from outbox')).toEqual([
    { payload: {}, attempts: 1, delivered: true },
  ])
})

test('events published while no worker ran are delivered at the start, codes before notices', async () => {
  await publishCodes(7, 'password set')
  await publishCodes(5)
  work()
  await expect.poll(waiting).toBe(0)
  expect(written()).toHaveLength(12)
  const first = written().slice(0, 5)
  expect(new Set(first.map(({ code }) => code))).toEqual(new Set(['10001', '10002', '10003', '10004', '10005']))
})

test('three at once deliver each event once', async () => {
  for (let n = 0; n < 3; n++) work()
  await publishCodes(200)
  await expect.poll(waiting).toBe(0)
  expect(new Set(written().map(({ code }) => code)).size).toBe(200)
  expect(written()).toHaveLength(200)
})

test('events that no channel takes wait untouched, and are never searched', async () => {
  await publishCodes(5000, 'attendance')
  await publishCodes(1)
  work()
  await expect.poll(waiting).toBe(5000)
  expect(await sql(`select from outbox where event = 'attendance' and attempts > 0`)).toEqual([])

  const plan = await withClient(owner, async (client) => {
    await client.query('analyze outbox')
    const { rows } = await client.query(
      `explain (format json) select id from outbox where event = 'code' and delivered_at is null and given_up_at is null
       and next_try_at <= now() order by next_try_at, id limit 5`,
    )
    return JSON.stringify(rows)
  })
  expect(plan).toContain('outbox_waiting')
  expect(plan).not.toContain('Seq Scan')
})

test('events of another channel wake nobody, and a delivery costs one statement to take and one to mark', async () => {
  const { connection, traffic } = counted(owner)
  const worker = deliverEvents(connection, smsChannel({ by: 'file', path }, clock), { pace })
  workers.push(worker)
  await publishCodes(1)
  await expect.poll(waiting).toBe(0)
  const { statements } = await during(traffic, async () => {
    await publishCodes(5, 'attendance')
    await publishCodes(1)
    await expect.poll(waiting).toBe(5)
    await worker.stop()
  })
  expect(statements).toBe(2)
})

test('a try that failed is repeated, each time later', async () => {
  work(join(path, 'no such folder'))
  await publishCodes(1)
  await expect.poll(async () => (await sql('select attempts from outbox'))[0].attempts).toBeGreaterThan(3)
  expect(await sql('select payload->>$1 as code, unsure_tries from outbox', ['code'])).toMatchObject([
    { code: '10001' },
  ])
  expect(await waiting()).toBe(1)
})

test.each([
  ['code', '10 minutes'],
  ['password set', '1 day'],
])('a %s older than %s is given up, saying so without naming anybody', async (event, age) => {
  await publishCodes(1, event)
  await sql(`update outbox set created_at = now() - $1::interval - interval '1 second'`, [age])
  work()
  await expect.poll(waiting).toBe(0)
  expect(written()).toEqual([])
  expect(await sql('select payload, delivered_at from outbox')).toEqual([{ payload: {}, delivered_at: null }])
  expect(lines).toEqual([expect.stringMatching(/^SMS: event \d+ \(.+\) given up at try 1: it is too old$/)])
})

test('a lost connection to the database is opened again, and nothing is missed', async () => {
  work()
  await publishCodes(1)
  await expect.poll(waiting).toBe(0)
  for (let n = 0; n < 3; n++) {
    await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await publishCodes(1)
    await expect.poll(waiting).toBe(0)
  }
  expect(written()).toHaveLength(4)
})

test('while the database is away it logs that once, and once that it is back, and goes on', async () => {
  const name = (await sql('select current_database() as name'))[0].name
  const elsewhere = inDatabase(owner, 'postgres')
  const admin = (text: string) => withClient(elsewhere, (client) => client.query(text))
  work()
  await publishCodes(1)
  await expect.poll(waiting).toBe(0)
  await admin(`alter database ${name} allow_connections false`)
  await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await expect.poll(() => lines.length).toBe(1)
  await admin(`alter database ${name} allow_connections true`)
  await publishCodes(1)
  await expect.poll(waiting).toBe(0)
  expect(lines).toEqual(['SMS waits for the database: 55000', expect.stringMatching(/^SMS goes on; .* \d+ s$/)])
  expect(written()).toHaveLength(2)
})

test('a stopped worker takes nothing more and leaves no connection', async () => {
  const worker = work()
  await publishCodes(1)
  await expect.poll(waiting).toBe(0)
  const connections = () =>
    sql(`select from pg_stat_activity where application_name = 'kashkool outbox' and datname = current_database()`)
  expect(await connections()).toHaveLength(1)
  await worker.stop()
  await publishCodes(1)
  await expect.poll(connections).toEqual([])
  expect(await waiting()).toBe(1)
})
