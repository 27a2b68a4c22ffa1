import { describe, expect, test } from 'vitest'
import { operations } from '#server/operations.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { app, wire, connection, tokenOf } = await testApp()
const { teacher, parent, newcomer, class4a, class6b, omar, nile } = world

const sql = sqlIn(connection)

const roll = 'Student/GetClassRoomStudents'
const save = 'Attendance/SaveAttendance'
const json = { 'content-type': 'application/json' }
const problem = { accept: 'application/problem+json' }

const reply = async (...call: Parameters<typeof wire>) => {
  const { status, text } = await wire(...call)
  return [status, text]
}

describe('the order of refusals', () => {
  const big = JSON.stringify({ x: 'x'.repeat(1024 * 1024) })

  test('too large or of another type comes before being signed in', async () => {
    expect(await reply(roll, big, { headers: json })).toEqual([413, 'The request is too large'])
    expect(await reply(roll, 'x', { headers: { 'content-type': 'text/plain' } })).toEqual([
      415,
      'This content type is not accepted',
    ])
  })

  test('being signed in comes before the shape of the request', async () => {
    for (const body of [{}, { nonsense: 1 }, [], '{'])
      expect(await reply(roll, body, { headers: json })).toEqual([401, 'Please sign in'])
  })

  test('the shape is checked before rights, and a key the caller has nowhere before objects are looked up', async () => {
    expect(await reply(roll, { classRoomId: 'x' }, { as: newcomer })).toEqual([400, 'Invalid input'])
    expect(await reply(roll, { classRoomId: newId() }, { as: newcomer })).toEqual([
      403,
      'You are not allowed to do this',
    ])
    expect(await reply(roll, { classRoomId: newId() }, { as: teacher })).toEqual([404, 'Not found'])
  })

  test('objects are looked up before the rules that need them, and those before their state', async () => {
    const mark = [{ studentId: omar.id, isAttend: true }]
    const body = { classRoomId: class4a.id, date: '2099-01-01', studentsAttenndaceList: mark }
    expect(await reply(save, { ...body, classRoomId: class6b.id }, { as: teacher })).toEqual([404, 'Not found'])
    await sql('update class_rooms set active = false where id = $1', [class4a.id])
    expect(await reply(save, body, { as: teacher })).toEqual([400, 'This date cannot be used'])
    await sql('update class_rooms set active = true where id = $1', [class4a.id])
  })

  test('the first field listed is the one that speaks', async () => {
    const body = { date: 'x', classRoomId: 5, extra: 1, studentsAttenndaceList: [] }
    expect(await reply(save, body, { as: teacher })).toEqual([400, 'Expected string, received number'])
    expect(await reply(save, { ...body, classRoomId: class4a.id }, { as: teacher })).toEqual([400, 'Invalid date'])
  })
})

describe('a refusal', () => {
  test('is one plain sentence', async () => {
    const { headers, text } = await wire(roll, {}, { as: teacher })
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(text).toBe('Required')
  })

  test('is a problem by RFC 9457 for a client that requests one', async () => {
    const mark = { studentId: omar.id, state: 'asleep', note: 'x\u0000', rate: 1 }
    const body = { classRoomId: 'x', studentsAttenndaceList: [{ studentId: omar.id }, mark], students: [] }
    const { status, headers, json: read } = await wire(save, body, { as: teacher, headers: problem })
    expect(status).toBe(400)
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(read()).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'Invalid input',
      code: 'invalid',
      errors: {
        classRoomId: ['Invalid input'],
        date: ['Required'],
        'studentsAttenndaceList[1].state': ['Invalid enum value'],
        'studentsAttenndaceList[1].note': [
          'Character 2 of this text is not allowed; delete it or write the text again',
        ],
        'studentsAttenndaceList[1].rate': ["Unrecognized key(s) in object: 'rate'"],
        students: ["Unrecognized key(s) in object: 'students'"],
      },
      requestId: headers['x-request-id'],
    })
  })

  test.each([
    [401, 'Unauthorized', 'signed-out', undefined, {}],
    [403, 'Forbidden', 'forbidden', newcomer, { classRoomId: newId() }],
    [404, 'Not Found', 'not-found', teacher, { classRoomId: newId() }],
  ])('of %i is a problem too, without fields', async (status, title, code, as, body) => {
    const { json: read } = await wire(roll, body, { ...(as && { as }), headers: problem })
    expect(read()).toEqual({
      type: 'about:blank',
      title,
      status,
      detail: expect.any(String),
      code,
      requestId: expect.any(String),
    })
  })

  test('403 or 404 of a signed-in person leaves a line with the person and the operation', async () => {
    const [foreign, id] = [
      class6b.id,
      (await wire(roll, { classRoomId: class6b.id }, { as: teacher })).headers['x-request-id'],
    ]
    await wire(
      save,
      { classRoomId: class4a.id, date: '2026-01-01', studentsAttenndaceList: [{ studentId: omar.id }] },
      { as: parent },
    )
    expect(
      await sql('select person_id, operation, outcome, target_kind, target_id from audit_lines where request_id = $1', [
        id,
      ]),
    ).toEqual([
      { person_id: teacher.id, operation: roll, outcome: '404', target_kind: 'classRoom', target_id: foreign },
    ])
    expect(
      await sql(`select outcome from audit_lines where person_id = $1 and operation = $2`, [parent.id, save]),
    ).toEqual([{ outcome: '403' }])
  })
})

describe('an address', () => {
  test('is matched without regard to case, a name in a body is not', async () => {
    expect((await wire('API/SCHOOL/getall', {})).status).toBe(200)
    expect((await wire('student/getclassroomstudents', { classRoomId: class4a.id }, { as: teacher })).status).toBe(200)
    expect((await wire(roll, { classroomid: class4a.id }, { as: teacher })).status).toBe(400)
  })

  test.each([
    '/nothing/here',
    '/api/School',
    '/api/School/GetAll/',
    '/api/School/GetAll.json',
    '/',
    '/%zz',
    '/api/School/GetAll%00',
    ...['media', 'files', 'keys', 'feeds'].map((folder) => `/${folder}/${'x'.repeat(300)}`),
  ])('that is none, %s, is not found', async (url) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const answer = await app.inject({ method, url })
      expect([answer.statusCode, answer.body]).toEqual([404, 'Not found'])
      expect(answer.headers['x-request-id']).toBeTruthy()
      expect(answer.headers['content-security-policy']).toBeTruthy()
    }
  })

  test('is called by its one method', async () => {
    for (const { path, method } of operations)
      for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
        if (other !== method) {
          const answer = await app.inject({
            method: other,
            url: `/${path}`,
            headers: { authorization: `Bearer ${await tokenOf(teacher)}` },
          })
          expect([other, path, answer.statusCode]).toEqual([other, path, 404])
        }
  })
})

test('a school sent beside the object it belongs to must be its own', async () => {
  expect((await wire(roll, { classRoomId: class4a.id, schoolId: nile.id }, { as: teacher })).status).toBe(200)
  expect(await reply(roll, { classRoomId: class4a.id, schoolId: newId() }, { as: teacher })).toEqual([
    400,
    'Invalid input',
  ])
})
