import { expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { databaseTimes } from '#server/db/request-account.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { app, wire, tokenOf, connection } = await testApp({
  databaseTimes,
  pool: 2,
  gate: { ofOne: 1, expected: 0, patience: 1e6 },
})
const { teacher, supervisor, parent, class4a, omar } = world
const read = (as = teacher, headers = {}) => wire('api/School/GetUserSchools', {}, { as, headers })

/** Blocks calls that need the table while `work` runs. */
const whileLocked = (table: 'attendance_sheets' | 'sessions', work: () => Promise<void>) =>
  withClient(connection, async (client) => {
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    await work().finally(() => client.query('rollback'))
  })

const save = (as = teacher, date = today) => {
  const body = { classRoomId: class4a.id, date, studentsAttenndaceList: [{ studentId: omar.id, state: 'late' }] }
  return wire('Attendance/SaveAttendance', body, { as })
}

test('saves of one sheet wait for each other without a connection, so that others read', async () => {
  for (const person of [teacher, supervisor, parent]) await tokenOf(person)
  await whileLocked('attendance_sheets', async () => {
    const saves = [teacher, supervisor, teacher, supervisor, teacher, supervisor].map((person) => save(person))
    expect((await read(parent)).status).toBe(200)
    expect((await Promise.race(saves)).status).toBe(503)
    void Promise.all(saves)
  })
})

test('a call that would wait too long is refused before its session or body is looked at, in both forms', async () => {
  for (const person of [teacher, supervisor, parent]) await tokenOf(person)
  // The acceptable waiting time is zero, so one waiting call is enough.
  let answers: Promise<unknown> = Promise.resolve()
  await whileLocked('sessions', async () => {
    answers = Promise.all([teacher, supervisor, parent].map((person) => read(person)))
    const visit = () => wire('api/School/GetAll', {})
    await expect.poll(async () => (await visit()).status).toBe(503)

    const plain = await visit()
    expect(plain.text).toBe('The service is busy, please try again')
    const detailed = await wire('api/School/GetUserSchools', {}, { headers: { accept: 'application/problem+json' } })
    expect([detailed.status, detailed.json()]).toEqual([
      503,
      {
        type: 'about:blank',
        title: 'Service Unavailable',
        status: 503,
        detail: plain.text,
        code: 'busy',
        requestId: detailed.headers['x-request-id'],
      },
    ])
    const unread = await app.inject({
      method: 'POST',
      url: '/api/School/GetUserSchools',
      headers: { 'content-type': 'application/json' },
      payload: '{ no json',
    })
    expect(unread.statusCode).toBe(503)
    const waits = new Set<unknown>()
    for (let n = 0; n < 10; n++) waits.add((await visit()).headers['retry-after'])
    expect(waits).toEqual(new Set(['1', '2', '3', '4', '5']))
    // Requests that are not calls are still answered.
    expect((await app.inject('/health/live')).statusCode).toBe(200)
    expect((await app.inject('/health/ready')).json()).toMatchObject({ checks: { database: true } })
  })
  await answers
  expect((await read(parent)).status).toBe(200)
})
