import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { databaseProxy } from '#test/harness/database-proxy.ts'
import { testDatabase, values } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'
import { databaseTimes } from './request-account.ts'

const lines: string[] = []
const direct = await testDatabase()
const proxy = await databaseProxy(direct)
const { app, wire, tokenOf } = await testApp({
  databaseTimes,
  connection: proxy.connection,
  log: { write: (line) => void lines.push(line) },
})

const schools = async () => (await wire('api/School/GetUserSchools', {}, { as: world.teacher })).status
const atOnce = (calls: number) => Promise.all(Array.from({ length: calls }, schools))
const messages = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
// The database of the tests is not durable, so not every readiness check passes.
const reached = async () =>
  (await app.inject('/health/ready')).json<{ checks: { database: boolean } }>().checks.database

/** Service is normal if as many calls as there are connections succeed at once, and none is refused. */
const isNormal = async () => (await atOnce(12)).every((status) => status === 200) && (await reached())

test('a database that goes silent is away until it answers again, and the log says each once', async () => {
  await tokenOf(world.teacher)
  expect(await isNormal()).toBe(true)

  proxy.silence()
  expect(await atOnce(12)).toEqual(Array(12).fill(503))
  await expect.poll(messages).toContain('the database is away')
  // Hundreds of calls and readiness checks, none of which tries to reach the database.
  expect(new Set(await atOnce(300))).toEqual(new Set([503]))
  expect(await reached()).toBe(false)
  const refused = await wire('api/School/GetUserSchools', {}, { as: world.teacher })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)

  proxy.restore()
  await expect.poll(isNormal).toBe(true)
  expect(messages()).toEqual(['the database is away', 'the database is back'])
  expect(JSON.parse(lines[1]!)).toMatchObject({ seconds: expect.any(Number) })
  expect(lines.join('')).not.toContain('"stack"')
})

test('lines of the audit wait for a database that is away without a line of the log each', async () => {
  const read = { studentId: world.omar.id }
  expect((await wire('Excuse/GetStudentExcuses', read, { as: world.manager })).status).toBe(200)
  proxy.silence()
  const logged = lines.length
  await expect.poll(() => messages().slice(logged)).toContain('the database is away')
  // Several tries to store the lines.
  await pause(3000)
  proxy.restore()
  const stored = () => values(direct, `select count(*)::int from audit_lines where outcome = 'read'`)
  await expect.poll(stored).toEqual([1])
  expect(messages().slice(logged)).toEqual(['the database is away', 'the database is back'])
})

test('connections that go silent are thrown away, while the database takes new ones', async () => {
  expect(await isNormal()).toBe(true)
  proxy.loseConnections()
  // Each call takes a connection that will never answer.
  const lost = atOnce(12)
  await expect.poll(isNormal).toBe(true)
  expect((await lost).every((status) => status === 200 || status === 503)).toBe(true)
})

test('a database that is away when the server starts is used as soon as it is there', async () => {
  proxy.silence()
  const late = await testApp({ databaseTimes, connection: proxy.connection })
  const allSchools = async () => (await late.wire('api/School/GetAll', {})).status
  expect(await allSchools()).toBe(503)
  proxy.restore()
  await expect.poll(allSchools).toBe(200)
})
