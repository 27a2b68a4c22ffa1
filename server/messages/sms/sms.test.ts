import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { deliverEvents, ordinaryPace } from '#server/outbox/worker.ts'
import type { Gateway } from './sms-settings.ts'
import { outboxAlone } from '#test/harness/bundles.ts'
import { clock } from '#test/world/clock.ts'
import { emptyDatabase, inDatabase, sqlIn } from '#test/harness/database.ts'
import { smsGateway } from '#test/harness/gateway.ts'
import { smsChannel } from './sms.ts'

// Starts separate processes, on a machine that may be busy.
const owner = await emptyDatabase()
const gateway = await smsGateway()

/** The ordinary settings, only faster. */
const pace = { ...ordinaryPace, firstWait: 10, longestWait: 20, unsureWait: 40, rest: 200, lease: 500, look: 1000 }
const workers: { stop: () => Promise<void> }[] = []
const children: ChildProcess[] = []
const lines: string[] = []

beforeEach(async () => {
  await sql('truncate outbox, rate_limits')
  gateway.become('well')
  gateway.requests.length = lines.length = 0
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  gateway.relent()
  await Promise.all(workers.splice(0).map(({ stop }) => stop()))
})

const sql = sqlIn(owner)

function work(own: Partial<Gateway> = {}, ownPace: Partial<typeof pace> = {}) {
  const channel = smsChannel(gateway.settings(own), clock)
  const worker = deliverEvents(owner, channel, { pace: { ...pace, ...ownPace }, log: (line) => lines.push(line) })
  workers.push(worker)
}
const publishCodes = (many: number, phoneNumber = '01000000009') =>
  sql(
    `insert into outbox (event, payload) select 'code', jsonb_build_object('phoneNumber', $2::text, 'code', n::text)
     from generate_series(10001, 10000 + $1::int) as n`,
    [many, phoneNumber],
  )
const waiting = async () => (await sql('select from outbox where delivered_at is null and given_up_at is null')).length
const delivered = async () => (await sql('select from outbox where delivered_at is not null')).length

/** How often each code arrived at a phone. */
function arrivals() {
  const codes = gateway.sent().map(({ message }) => /\d{5}/.exec(message)![0])
  return [...new Set(codes)].map((code) => codes.filter((other) => other === code).length)
}

test('where nothing may be printed no code is, and the operator reads why none leaves', async () => {
  const printed = vi.spyOn(console, 'log')
  const channel = smsChannel({ by: 'nobody' }, clock)
  workers.push(deliverEvents(owner, channel, { pace, log: (line) => lines.push(line) }))
  await publishCodes(1)
  await expect.poll(() => lines.join()).toContain('SMS_DELIVERY is console, which prints no codes in production')
  expect(printed).not.toHaveBeenCalled()
  printed.mockRestore()
  expect(await delivered()).toBe(0)
})

test('codes reach the gateway while it is well', async () => {
  work()
  await publishCodes(20)
  await expect.poll(delivered).toBe(20)
  expect(arrivals()).toEqual(Array(20).fill(1))
})

test.each(['failing', 'lying', 'redirecting'] as const)(
  'a %s gateway loses no code and gets none twice',
  async (mood) => {
    gateway.become(mood)
    work()
    await publishCodes(12)
    await expect.poll(() => lines.length).toBe(1)
    expect(lines[0]).toMatch(
      /^SMS failed 5 times in a row, the last time: it answered (500|200 without SMS_SUCCESS|302); /,
    )
    gateway.become('well')
    await expect.poll(delivered).toBe(12)
    expect(arrivals()).toEqual(Array(12).fill(1))
  },
)

test('a gateway that is down loses no code and gets none twice', async () => {
  await gateway.down()
  work()
  await publishCodes(12)
  await expect.poll(() => lines).toEqual([expect.stringContaining('the last time: ECONNREFUSED')])
  await gateway.up()
  await expect.poll(delivered).toBe(12)
  expect(arrivals()).toEqual(Array(12).fill(1))
})

test('one that takes messages and breaks off or keeps silent sends a code twice at most', async () => {
  gateway.become('cutting')
  work({ timeout: 100 })
  await publishCodes(4)
  await expect.poll(() => gateway.requests.length).toBeGreaterThanOrEqual(4)
  gateway.become('silent')
  await expect.poll(waiting).toBe(0)
  expect(arrivals()).toHaveLength(4)
  expect(Math.max(...arrivals())).toBe(2)
  expect(await delivered()).toBe(0)
  expect(lines.join('\n')).not.toMatch(/01000000009|1000\d\b(?!\))|s3cret/)
})

test('after five failures it gets no messages for a while, then one message alone as a test', async () => {
  gateway.become('failing')
  work({}, { rest: 300_000 })
  await publishCodes(30)
  await expect.poll(() => lines.length).toBe(1)
  await publishCodes(30)
  expect(gateway.requests).toHaveLength(5)
  expect(await waiting()).toBe(60)
})

test('a number it does not take is no reason to stop sending', async () => {
  gateway.become('refusing')
  work()
  await publishCodes(1)
  await expect.poll(() => gateway.requests.length).toBeGreaterThan(8)
  expect(lines).toEqual([])
})

test('only numbers that begin as the operator allows are sent to', async () => {
  work({ prefixes: ['011', '012'] })
  await publishCodes(2, '01000000009')
  await publishCodes(1, '01200000009')
  await expect.poll(waiting).toBe(0)
  expect(gateway.requests.map(({ to }) => to)).toEqual(['01200000009'])
})

test('numbers of another country go to its gateway in its form, if they begin as it allows and their country is allowed', async () => {
  const profile = { ...gateway.settings(), body: '{"to":"{{number}}","message":"{{text}}"}', prefixes: ['+9665'] }
  const settings = { ...gateway.settings(), profiles: { SA: profile } }
  const channel = smsChannel(settings, clock, { countries: ['EG', 'SA'] })
  workers.push(deliverEvents(owner, channel, { pace, log: (line) => lines.push(line) }))
  for (const phone of ['+966501234567', '+966112345678', '+96550012345', '01000000009']) await publishCodes(1, phone)
  await expect.poll(waiting).toBe(0)
  expect(gateway.requests.map(({ to }) => to).toSorted()).toEqual(['01000000009', '966501234567'])
})

test('a country has a ceiling of its own, which a hundred messages at once do not exceed', async () => {
  const settings = {
    ...gateway.settings(),
    profiles: { SA: { ...gateway.settings(), prefixes: ['+966'], ceiling: 7 } },
  }
  for (let n = 0; n < 4; n++) {
    const channel = smsChannel(settings, clock, { countries: ['EG', 'SA'] })
    workers.push(deliverEvents(owner, channel, { pace, log: (line) => lines.push(line) }))
  }
  await publishCodes(100, '+966501234567')
  await publishCodes(20)
  await expect.poll(() => gateway.requests.filter(({ to }) => to === '01000000009').length).toBe(20)
  await expect.poll(() => gateway.requests.filter(({ to }) => to === '+966501234567').length).toBe(7)
})

test('no more messages a day leave than the ceiling allows, by all processes together', async () => {
  for (let n = 0; n < 3; n++) work({ ceiling: 7 })
  gateway.become('failing')
  await publishCodes(20)
  await expect.poll(() => gateway.requests.length).toBeGreaterThanOrEqual(7)
  gateway.become('well')
  await expect.poll(delivered).toBe(7)
  await sql(`update outbox set created_at = now() - interval '1 hour', next_try_at = now() where delivered_at is null`)
  await publishCodes(1)
  await expect.poll(waiting).toBe(1)
  expect(gateway.sent()).toHaveLength(7)
  expect(await delivered()).toBe(7)
})

test('a process killed after the gateway took the code, before that was marked, loses nothing', async () => {
  gateway.become('silent')
  const argument = JSON.stringify({ owner, settings: gateway.settings(), pace })
  const child = spawn(process.execPath, [...outboxAlone, argument], { stdio: 'inherit' })
  children.push(child)
  await publishCodes(3)
  await expect.poll(() => gateway.requests.length).toBe(3)
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(await waiting()).toBe(3)

  gateway.become('well')
  // Makes the lease expire.
  await sql('update outbox set next_try_at = now()')
  work()
  await expect.poll(delivered).toBe(3)
  expect(arrivals()).toEqual([2, 2, 2])
})

test('a stop lets the message that is under way arrive and be marked', async () => {
  gateway.become('silent')
  work()
  await publishCodes(1)
  await expect.poll(() => gateway.requests.length).toBe(1)
  const stopped = workers[0]!.stop()
  expect(await waiting()).toBe(1)
  gateway.relent()
  await stopped
  expect(await delivered()).toBe(1)
})

test('what the gateway took while the database was away is marked when that is back, and not sent again', async () => {
  gateway.become('silent')
  work()
  await publishCodes(2)
  await expect.poll(() => gateway.requests.length).toBe(2)
  const [{ name }] = await sql('select current_database() as name')
  const admin = (text: string) => withClient(inDatabase(owner, 'postgres'), (client) => client.query(text))
  await admin(`alter database ${name} allow_connections false`)
  await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await expect.poll(() => lines).toEqual([expect.stringContaining('SMS waits for the database')])
  gateway.relent()
  // Long enough that a first attempt to report it has failed; the test is right in both cases.
  await new Promise((later) => setTimeout(later, 200))
  await admin(`alter database ${name} allow_connections true`)
  await expect.poll(delivered).toBe(2)
  expect(arrivals()).toEqual([1, 1])
  await expect
    .poll(() => lines)
    .toEqual([expect.anything(), expect.stringMatching(/^SMS goes on; the database was away for \d+ s$/)])
})
