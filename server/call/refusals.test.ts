import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { databaseTimes } from '#server/db/request-account.ts'
import { refusals } from './refusals.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'
import { whoWaits } from '#test/harness/waiting.ts'

const { teacher, parent, supervisor, class4a, omar, newcomer } = world
const lines: string[] = []
// Busy calls are counted for some seconds before they are logged.
const write = (line: string) => void (line.includes('refused as busy') || lines.push(line))
const { app, wire, connection, tokenOf } = await testApp({ databaseTimes, log: { write } })

const sql = sqlIn(connection)

const busy = 'The service is busy, please try again'
const date = today
const register = (note: string) => ({
  classRoomId: class4a.id,
  date,
  studentsAttenndaceList: [{ studentId: omar.id, state: 'late', note }],
})

/** Reverses what a test changed in the database. */
const undo: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(undo.map((step) => step())))

describe('when the database is away', () => {
  test.each<[string, pg.ClientConfig]>([
    ['no socket is there', { host: '/nowhere/at/all', database: 'kashkool' }],
    ['nobody listens', { host: '127.0.0.1', port: 1 }],
    ['nobody listens at either address of a name', { host: 'localhost', port: 1 }],
    ['its name is not known', { host: 'no-such-host.invalid' }],
  ])('because %s, a call is refused and may be repeated, and the process lives', async (_, nowhere) => {
    const { app: alone } = await testApp({ databaseTimes, connection: { user: 'nobody', ...nowhere } })
    for (const [path, payload] of [
      ['api/School/GetAll', {}],
      ['API/Identity/Login', { phoneNumber: teacher.phone, password: demoPassword }],
    ] as const) {
      const answer = await alone.inject({ method: 'POST', url: `/${path}`, payload })
      expect([answer.statusCode, answer.body]).toEqual([503, busy])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(5)
    }
    expect((await alone.inject('/health/live')).json()).toEqual({ status: 'ok' })
    const ready = await alone.inject('/health/ready')
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: 'not ready', checks: { database: false }, freeMegabytes: null, backupMinutes: null },
    ])
  })

  test('because its connections were cut while they rested, the next call has a new one', async () => {
    await Promise.all(Array.from({ length: 8 }, () => wire('api/School/GetAll', {})))
    await cutAll()
    await expect.poll(async () => (await wire('api/School/GetAll', {})).status).toBe(200)
  })

  test('because they were cut in the middle of a call, that call is refused, and the next succeeds', async () => {
    await tokenOf(teacher)
    await withClient(connection, async (client) => {
      await client.query('begin; lock table attendance_sheets in access exclusive mode')
      const waiting = wire('Attendance/SaveAttendance', register('cut'), { as: teacher })
      await expect.poll(() => sql(whoWaits)).not.toHaveLength(0)
      await cutAll()
      const { status, text } = await waiting
      expect([status, text]).toEqual([503, busy])
      await client.query('rollback')
    })
    expect((await wire('Attendance/SaveAttendance', register('after'), { as: teacher })).status).toBe(200)
  })

  test('because another call locks it for too long, a call is refused and may be repeated', async () => {
    await withClient(connection, async (client) => {
      await client.query('begin; lock table attendance_sheets in access exclusive mode')
      const { status, headers } = await wire('Attendance/SaveAttendance', register('held'), { as: teacher })
      expect(status).toBe(503)
      expect(headers['retry-after']).toBeTruthy()
      await client.query('rollback')
    })
  })

  const cutAll = () =>
    sql(`select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query not like '%access exclusive mode%'`)
})

test.each([
  ['of the database', Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { code: '53100' })],
  ['of the server', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
])('a full disk %s is refused as what it is, and logged for the operator', async (_, problem) => {
  const full: string[] = []
  const storing = Fastify()
  storing.setErrorHandler(refusals(({ message }) => void full.push(message)))
  storing.post('/store', () => Promise.reject(problem))
  const answer = await storing.inject({ method: 'POST', url: '/store' })
  const sentence = 'The server has no room left to store this; reading still works'
  expect([answer.statusCode, answer.body, answer.headers['retry-after']]).toEqual([503, sentence, '60'])
  expect(full).toEqual([sentence])
})

describe('when something is broken', () => {
  test('nothing is stored, and the answer reveals no more than that', async () => {
    await sql('alter table outbox rename to outbox_away')
    undo.push(() => sql('alter table if exists outbox_away rename to outbox'))
    await sql(`delete from attendance_marks where date = '${date}'`)
    for (const accept of ['text/plain', 'application/problem+json']) {
      const answer = await wire('Attendance/SaveAttendance', register('سر عائلي'), {
        as: supervisor,
        headers: { accept },
      })
      expect(answer.status).toBe(500)
      expect(answer.text).not.toMatch(/outbox|relation|sql|error:|at \w+|node_modules/i)
      expect(answer.text).toContain('Something went wrong')
    }
    await sql('alter table outbox_away rename to outbox')
    expect(await sql('select from attendance_marks where date = $1', [date])).toEqual([])
  })

  test('the log names the failure, and contains no phone, name, text or secret', async () => {
    const log = lines.join('')
    expect(log).toContain('Something went wrong')
    expect(log).toContain('42P01')
    const secrets = [demoPassword, await tokenOf(teacher), teacher.phone, 'سر عائلي', 'الحلواني', omar.firstName]
    // Every stack contains the folder of the checkout, whose name may contain the password of the demo.
    const printed = log.replaceAll(process.cwd(), '')
    for (const secret of secrets) expect(printed).not.toContain(secret)
  })

  test('a call that is simply refused leaves no line in the log', async () => {
    const before = lines.length
    await wire('API/Identity/Login', { phoneNumber: parent.phone, password: 'not this one' })
    await wire('Student/GetClassRoomStudents', { classRoomId: 'x' }, { as: parent })
    await wire('nothing/here', {})
    expect(lines).toHaveLength(before)
  })
})

describe('too many calls', () => {
  const limited = { status: 429, text: 'Too many requests, please wait' }

  test('of one person are refused until a while has passed, and of nobody else', async () => {
    const { wire: few, tokenOf: signIn } = await testApp({
      connection,
      calls: { person: 5, writes: 100, visitor: 100 },
    })
    await Promise.all([signIn(teacher), signIn(parent)])
    for (let n = 0; n < 5; n++) expect((await few('api/School/GetUserSchools', {}, { as: teacher })).status).toBe(200)
    const refused = await few('api/School/GetUserSchools', {}, { as: teacher })
    expect(refused).toMatchObject(limited)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await few('api/School/GetUserSchools', {}, { as: parent })).status).toBe(200)
    expect((await few('api/School/GetAll', {})).status).toBe(200)
  })

  test('that write are counted by themselves', async () => {
    const { wire: few, tokenOf: signIn } = await testApp({
      connection,
      calls: { person: 100, writes: 2, visitor: 100 },
    })
    await signIn(teacher)
    for (let n = 0; n < 2; n++)
      expect((await few('Attendance/SaveAttendance', register('x'), { as: teacher })).status).toBe(200)
    expect(await few('Attendance/SaveAttendance', register('too many'), { as: teacher })).toMatchObject(limited)
    expect((await few('api/School/GetUserSchools', {}, { as: teacher })).status).toBe(200)
    expect(await sql('select note from attendance_marks where date = $1 and student_id = $2', [date, omar.id])).toEqual(
      [{ note: 'x' }],
    )
  })

  test.each<[string, Record<string, string>]>([
    ['that say nothing', {}],
    ['with a cookie of nobody', { cookie: `session=${'x'.repeat(43)}`, 'sec-fetch-site': 'same-origin' }],
    ['with some other cookie', { cookie: 'language=ar', 'sec-fetch-site': 'same-origin' }],
    ['with a bearer of nobody', { authorization: `Bearer ${'x'.repeat(43)}` }],
  ])('of one visitor, %s, are refused', async (_, headers) => {
    const { wire: few } = await testApp({ connection, calls: { person: 100, writes: 100, visitor: 3 } })
    for (let n = 0; n < 3; n++) expect((await few('api/School/GetAll', {}, { headers })).status).toBe(200)
    expect(await few('api/School/GetAll', {}, { headers })).toMatchObject(limited)
  })
})

test('a call whose body is packed is refused, not unpacked', async () => {
  for (const coding of ['gzip', 'br', 'deflate', 'x']) {
    const packed = await wire('api/School/GetAll', {}, { headers: { 'content-encoding': coding } })
    expect([packed.status, packed.text]).toEqual([415, 'This content type is not accepted'])
  }
})

test('a call whose body never comes harms nobody, and is nothing to log', async () => {
  const before = lines.length
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'POST /api/School/GetAll HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{',
  )
  await pause(100)
  socket.destroy()
  expect((await wire('api/School/GetUserSchools', {}, { as: newcomer })).json()).toEqual([])
  expect(lines).toHaveLength(before)
})

test('a client that disconnects before the answer is not logged, an answer that breaks off by itself is', async () => {
  const logged: string[] = []
  const streaming = Fastify({ logger: { level: 'warn', stream: { write: (line) => void logged.push(line) } } })
  streaming.setErrorHandler(refusals(() => {}))
  const ended: Promise<unknown>[] = []
  const answers: Readable[] = []
  streaming.get('/stream', () => {
    const answer = new Readable({ read() {} })
    answers.push(answer)
    ended.push(once(answer, 'close'))
    return answer
  })
  await streaming.listen({ port: 0, host: '127.0.0.1' })
  const { port } = streaming.server.address() as AddressInfo
  const visit = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n')
    const seen = answers.length
    await expect.poll(() => answers.length).toBe(seen + 1)
    return socket
  }

  const socket = await visit()
  socket.destroy()
  await ended[0]
  const staying = await visit()
  answers[1]!.destroy()
  await ended[1]
  await once(staying, 'data')
  expect(logged.filter((line) => line.includes('ERR_STREAM_PREMATURE_CLOSE'))).toHaveLength(1)
  staying.destroy()
  await streaming.close()
})
