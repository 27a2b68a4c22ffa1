import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'

const { app, wire } = await testApp()
const { teacher, class4a, omar } = world

const save = 'Attendance/SaveAttendance'
const json = { 'content-type': 'application/json' }
const problem = { accept: 'application/problem+json' }

const reply = async (...call: Parameters<typeof wire>) => {
  const { status, text } = await wire(...call)
  return [status, text]
}

describe('a body', () => {
  const list = 'api/School/GetAll'

  test.each([
    ['text/plain', '{}'],
    ['application/json; charset=utf-16', '{}'],
    ['application/json; charset=iso-8859-6', '{}'],
    ['application/x-www-form-urlencoded', 'name=x'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/jsonp', '{}'],
    ['text/json', '{}'],
  ])('of type %s is not accepted', async (type, body) =>
    expect(await reply(list, body, { headers: { 'content-type': type } })).toEqual([
      415,
      'This content type is not accepted',
    ]),
  )

  test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON;charset="UTF-8"'])(
    'of type %s is read',
    async (type) =>
      expect((await wire(list, '{"name":"ضفاف"}', { headers: { 'content-type': type } })).json()).toHaveLength(1),
  )

  test('that is missing counts as an empty one, and needs no type', async () => {
    const bare = await app.inject({ method: 'POST', url: `/${list}` })
    expect([bare.statusCode, bare.json().length]).toEqual([200, 2])
    expect((await wire(list, '', { headers: json })).json()).toHaveLength(2)
    expect((await wire(list, '{}', { headers: json })).json()).toHaveLength(2)
  })

  test('without a type is not accepted', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const status = await new Promise((resolve) => {
      const sent = request({
        port,
        host: '127.0.0.1',
        path: `/${list}`,
        method: 'POST',
        headers: { 'content-length': 2 },
      })
      sent.on('response', (answer) => resolve(answer.resume().statusCode)).end('{}')
    })
    expect(status).toBe(415)
  })

  test.each([
    '{',
    '{"name":}',
    "{'name':'x'}",
    '{"name":"x"} x',
    'undefined',
    Buffer.from('{"name":"\xff"}', 'latin1'),
  ])('%s is no JSON', async (body) =>
    expect(await reply(list, body, { headers: json })).toEqual([400, 'Invalid input']),
  )

  test('as deep as the stack is no JSON of ours: it is refused like any other, before and after the session is known', async () => {
    const deep = `${'['.repeat(6000)}${']'.repeat(6000)}`
    const sheet = `{"classRoomId":${deep}}`
    expect(await reply(save, sheet, { headers: json })).toEqual([401, 'Please sign in'])
    expect(await reply(save, sheet, { as: teacher, headers: json })).toEqual([400, 'Invalid input'])
    const once = { ...json, 'idempotency-key': 'as-deep-as-the-stack' }
    const school = `{"schoolName":"x","about":"x","vesion":"x","schoolAdminId":${deep}}`
    expect(await reply('api/School/AddSchool', school, { as: teacher, headers: once })).toEqual([400, 'Invalid input'])
    expect(await reply(list, `{"name":"${'['.repeat(150)}"}`, { headers: json })).toEqual([200, '[]'])
  })

  test.each([
    ['[]', 'Expected object, received array'],
    ['"x"', 'Expected object, received string'],
    ['5', 'Expected object, received number'],
    ['true', 'Expected object, received boolean'],
  ])('%s is no object', async (body, sentence) =>
    expect(await reply(list, body, { headers: json })).toEqual([400, sentence]),
  )

  test.each([
    ['{"schoolID":"x"}', "'schoolID'"],
    ['{"Name":"x"}', "'Name'"],
    ['{"a":1,"b":2}', "'a', 'b'"],
    ['{"__proto__":{"active":false}}', "'__proto__'"],
    ['{"constructor":1}', "'constructor'"],
    ['{"toString":1,"hasOwnProperty":1}', "'toString', 'hasOwnProperty'"],
    ['{"adminId":"x"}', "'adminId'"],
    ['{"vision":"x"}', "'vision'"],
    [`{"${'\\u0000'}name":"x"}`, "'name'"],
  ])('with keys nobody listed, %s, is refused by their names', async (body, names) => {
    const sentence = `Unrecognized key(s) in object: ${names}`
    expect(await reply(list, body, { headers: json })).toEqual([400, sentence])
    expect((await wire(list, body, { headers: { ...json, ...problem } })).json()).toMatchObject({
      status: 400,
      detail: sentence,
    })
  })

  test('names each such key by itself, so that many of them do not fill the memory with their square', async () => {
    const keys = Array.from({ length: 4000 }, (_, nth) => `k${nth}`)
    const body = JSON.stringify(Object.fromEntries(keys.map((key) => [key, 1])))
    const refused = await wire('api/School/GetUserSchools', body, { as: teacher, headers: { ...json, ...problem } })
    expect(refused.json()).toMatchObject({
      errors: Object.fromEntries(keys.map((key) => [key, [`Unrecognized key(s) in object: '${key}'`]])),
    })
    expect(refused.text.length).toBeLessThan(10 * body.length)
  })

  test('with such keys deeper down is refused as well', async () => {
    const body = (more: string) =>
      `{"classRoomId":"${class4a.id}","date":"2026-01-01","studentsAttenndaceList":[{"studentId":"${omar.id}",${more}}]}`
    for (const key of ['__proto__', 'constructor', 'id'])
      expect(await reply(save, body(`"${key}":{"isAttend":true}`), { as: teacher, headers: json })).toEqual([
        400,
        `Unrecognized key(s) in object: '${key}'`,
      ])
  })

  test('may leave optional values empty', async () => {
    const nothing = { name: '', active: '', schoolTypeId: '', pageNumber: '', pageSize: '' }
    expect((await wire(list, nothing)).json()).toHaveLength(2)
  })
})
