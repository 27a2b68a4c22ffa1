import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { app, connection, tokenOf } = await testApp()
const { teacher, class4a, omar, nile } = world

const sql = sqlIn(connection)

const ours = 'http://localhost:3000'
const date = today
const stored = () => sql('select from attendance_marks where class_room_id = $1 and date = $2', [class4a.id, date])

const post = (path: string, payload: object, headers: Record<string, string>) =>
  app.inject({ method: 'POST', url: `/${path}`, payload, headers })
const save = (headers: Record<string, string>) =>
  post(
    'Attendance/SaveAttendance',
    { classRoomId: class4a.id, date, studentsAttenndaceList: [{ studentId: omar.id, isAttend: false }] },
    headers,
  )
const cookie = async () => ({ cookie: `session=${await tokenOf(teacher)}` })
const bearer = async () => ({ authorization: `Bearer ${await tokenOf(teacher)}` })

describe('a request another site made the browser send changes nothing', () => {
  test.each<[string, Record<string, string>]>([
    ['that says it comes from another site', { 'sec-fetch-site': 'cross-site' }],
    ['that says it comes from a sister of ours', { 'sec-fetch-site': 'same-site', origin: ours }],
    ['that a person typed', { 'sec-fetch-site': 'none' }],
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://localhost:3001' }],
    ['of our name by another scheme', { origin: 'https://localhost:3000' }],
    ['of an origin that begins like ours', { origin: `${ours}.evil.example` }],
    ['of a hidden origin', { origin: 'null' }],
    [
      'of another origin that claims to be the same',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
    ['that says nothing of where it comes from', {}],
    ['that says nothing of it, past a proxy that asks for a name of its own', { authorization: 'Basic YTpi' }],
  ])('%s', async (_, headers) => {
    const answer = await save({ ...(await cookie()), ...headers })
    expect([answer.statusCode, answer.body]).toEqual([403, 'This request came from another site'])
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['x-request-id']).toBeTruthy()
    expect(await stored()).toEqual([])
  })

  test('nor does it sign anybody in or out', async () => {
    const evil = { origin: 'https://evil.example' }
    const login = await post('API/Identity/Login', { phoneNumber: teacher.phone, password: 'kashkool' }, evil)
    expect([login.statusCode, login.headers['set-cookie']]).toEqual([403, undefined])
    expect((await post('API/Identity/Logout', {}, { ...(await cookie()), ...evil })).statusCode).toBe(403)
    expect((await app.inject({ url: '/API/Identity/Me', headers: await bearer() })).statusCode).toBe(200)
  })

  test('even when it carries a bearer', async () => {
    expect((await save({ ...(await bearer()), origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await save({ ...(await bearer()), 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect(await stored()).toEqual([])
  })

  test('and no GET changes anything', async () => {
    for (const url of ['/API/Identity/Logout', '/Attendance/SaveAttendance', '/api/School/GetAll'])
      expect(
        (await app.inject({ url, headers: { ...(await cookie()), 'sec-fetch-site': 'cross-site' } })).statusCode,
      ).toBe(404)
    expect((await app.inject({ url: '/API/Identity/Me', headers: await cookie() })).statusCode).toBe(200)
  })
})

describe('a request of our own is served', () => {
  test('with our origin, with a same-origin fetch, or from outside a browser with a bearer', async () => {
    expect((await save({ ...(await cookie()), origin: ours })).statusCode).toBe(200)
    expect((await save({ ...(await cookie()), 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    expect((await save(await bearer())).statusCode).toBe(200)
  })
})

describe('every answer', () => {
  const answers = async () => [
    await post('api/School/GetAll', {}, {}),
    await post('api/School/GetById', { schoolId: nile.id }, {}),
    await post('api/School/GetById', {}, {}),
    await post('Student/GetClassRoomStudents', {}, {}),
    await post('nothing/here', {}, {}),
    await post('api/School/GetAll', {}, { 'content-type': 'text/plain' }),
    await post('api/School/GetAll', { x: 'x'.repeat(1024 * 1024) }, {}),
    await save(await bearer()),
    await app.inject('/API/Identity/Me'),
    await app.inject('/health/live'),
    await app.inject('/health/ready'),
    await app.inject('/openapi.json'),
  ]

  test('has the headers that keep a browser from being misused', async () => {
    for (const { headers, raw } of await answers()) {
      expect(headers, raw.req.url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'permissions-policy': expect.stringContaining('camera=()'),
        'x-request-id': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      })
      const policy = String(headers['content-security-policy'])
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types kashkool-worker',
      ])
        expect(policy).toContain(rule)
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
    }
  })

  test('to what is no HTTP, or too much of it, is a refusal like any other', async () => {
    const { port } = new URL(await app.listen({ port: 0 }))
    const reply = async (request: string) => {
      const socket = connect(Number(port))
      socket.write(request)
      const parts = await socket.toArray()
      const [head, body] = Buffer.concat(parts).toString().split('\r\n\r\n')
      expect(head).toMatch(/^content-type: text\/plain; charset=utf-8\r$/im)
      expect(head).toMatch(/^x-request-id: [0-9a-f]{8}-[0-9a-f]{4}-7/im)
      return [head!.split(' ')[1], body]
    }
    expect(await reply('hello\r\n\r\n')).toEqual(['400', 'Invalid input'])
    const twoHosts = 'GET /health/live HTTP/1.1\r\nhost: x\r\nHost: y\r\nconnection: close\r\n\r\n'
    expect(await reply(twoHosts)).toEqual(['400', 'Invalid input'])
    const long = `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`
    expect(await reply(long)).toEqual(['413', 'The request is too large'])
  })

  test('has an id of its own, which no client chooses', async () => {
    const ids = (await answers()).map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(ids.length)
    const chosen = await post('api/School/GetAll', {}, { 'x-request-id': 'mine', 'request-id': 'mine' })
    expect(chosen.headers['x-request-id']).not.toBe('mine')
  })

  test('of an operation is kept by no cache', async () => {
    for (const path of ['api/School/GetAll', 'Student/GetClassRoomStudents', 'API/Identity/Logout'])
      expect((await post(path, {}, {})).headers['cache-control']).toBe('no-store')
    expect((await app.inject({ url: '/API/Identity/Me', headers: await bearer() })).headers['cache-control']).toBe(
      'no-store',
    )
    for (const url of ['/health/live', '/health/ready', '/openapi.json'])
      expect((await app.inject(url)).headers['cache-control'], url).toBe('no-store')
  })

  test('that succeeds is JSON in UTF-8', async () => {
    expect((await post('api/School/GetAll', {}, {})).headers['content-type']).toBe('application/json; charset=utf-8')
  })
})
