import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { programKeys } from '#contract/platform/connections/program-keys.ts'
import { webhookEvents, webhooks } from '#contract/platform/connections/webhooks.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { daysFrom } from '#server/base/days.ts'
import { systemClock } from '#server/base/clock.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { newId } from '#server/db/ids.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { testKey } from '#test/harness/ground.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { deliverWebhooks, webhookPace } from './sending.ts'

type Received = { headers: IncomingHttpHeaders; body: string }

/** The receiver of a partner, who answers what `status` says. */
const received: Received[] = []
let status = 200
const receiver = createServer(async (request, reply) => {
  received.push({ headers: request.headers, body: await text(request) })
  reply.writeHead(status).end()
})
await new Promise<void>((begun) => receiver.listen(0, '127.0.0.1', begun))
const host = `localhost:${(receiver.address() as { port: number }).port}`

const app = await testApp({ webhookHosts: [host] })
const { as, connection } = app
const { sql, published } = tracesIn(connection)
const { manager, teacher, otherManager, nile, delta, omar, class4a } = world
const inNile = { schoolId: nile.id }

const workers: { stop: () => Promise<void> }[] = []
const pace = { ...webhookPace, waits: [40, 40, 60_000], look: 60_000 }
function work(more: Partial<typeof pace> = {}) {
  const sender = { secrets: secretsOf(testKey), clock: systemClock, outgoing: { hosts: [host] } }
  workers.push(deliverWebhooks(connection, sender, { pace: { ...pace, ...more }, log: () => {} }))
}

const hook = (more: object = {}) =>
  as(manager)(webhooks.add, {
    ...inNile,
    hookName: 'نظام الحافلات',
    url: `http://${host}/hook`,
    events: [...webhookEvents],
    password: demoPassword,
    ...more,
  } as never)
const listed = async () => (await as(manager)(webhooks.list, inNile))[0]!
const deliveries = (webhookId: string) => as(manager)(webhooks.deliveries, { ...inNile, webhookId })
const stored = () => sql('select event, data from webhook_deliveries order by created_at, id')
const waiting = async () => (await sql('select from webhook_deliveries where delivered_at is null')).length
/** Every message that waits has been tried, and waits for its next try. */
const tried = () =>
  expect
    .poll(() =>
      sql(`select from webhook_deliveries where delivered_at is null and next_try_at < now() + interval '30 seconds'`),
    )
    .toEqual([])
/** As if so many hours had passed. */
const later = (hours: number) =>
  sql(
    `with d as (update webhook_deliveries set next_try_at = next_try_at - $1::interval, created_at = created_at - $1::interval)
     update webhooks set failing_since = failing_since - $1::interval, former_until = former_until - $1::interval`,
    [`${hours} hours`],
  )

beforeEach(async () => {
  status = 200
  received.length = 0
  await sql('delete from webhook_deliveries')
  await sql('delete from webhooks')
})
afterEach(() => Promise.all(workers.splice(0).map(({ stop }) => stop())))
afterAll(() => new Promise((closed) => receiver.close(closed)))

describe('what a program is notified of', () => {
  test('is a change of a student by anybody, as ids alone, which the receiver then reads with its key', async () => {
    const { id, secret } = await hook({ events: ['student.changed'] })
    work()
    await sql(`update students set middle_name = 'سامي', version = version + 1 where school_id = $1 and id = $2`, [
      nile.id,
      omar.id,
    ])
    await expect.poll(() => received.length).toBe(1)
    const { body, headers } = received[0]!
    const told = new Webhook(secret).verify(body, headers as Record<string, string>)
    expect(told).toEqual({
      type: 'student.changed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { schoolId: nile.id, studentIds: [omar.id] },
    })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Kashkool-Webhooks' })
    const key = await as(manager)(programKeys.make, {
      ...inNile,
      keyName: 'partner',
      scopes: ['roster'],
      endsOn: daysFrom(today, 9),
      password: demoPassword,
    })
    const read = await app.app.inject({
      method: 'POST',
      url: `/${studentRecords.list.path}`,
      headers: { authorization: `Bearer ${key.secret}` },
      payload: { ...inNile, pageSize: 200 },
    })
    expect((read.json() as { id: string }[]).map((row) => row.id)).toContain(omar.id)
    await expect.poll(waiting).toBe(0)
    expect(await deliveries(id)).toMatchObject([
      { messageEvent: 'student.changed', sentBody: body, attempts: 1, lastAnswer: 200 },
    ])
  })

  test('is every kind of event, and nothing of another school or of an event that was not chosen', async () => {
    await hook()
    const exam = newId()
    await sql('update class_rooms set max_of_students = max_of_students + 1 where id = $1', [class4a.id])
    await sql('update class_rooms set max_of_students = max_of_students + 1 where school_id = $1', [delta.id])
    await sql(
      `insert into attendance_sheets (school_id, class_room_id, date, saved_by) values ($1, $2, '2030-01-06', $3)`,
      [nile.id, class4a.id, manager.id],
    )
    await sql(`update attendance_sheets set counts = '{1}' where date = '2030-01-06'`)
    await sql(`update attendance_sheets set version = version + 1 where date = '2030-01-06'`)
    const event = `insert into outbox (event, school_id, payload) values ($1, $2, $3)`
    await sql(event, ['marks published', nile.id, JSON.stringify({ exams: [{ examId: exam, studentIds: [] }] })])
    await sql(event, ['mark corrected', nile.id, JSON.stringify({ examId: exam, studentIds: [omar.id] })])
    await sql(event, ['results published', nile.id, JSON.stringify({ closingId: exam, studentIds: [omar.id] })])
    await sql(event, ['note', nile.id, JSON.stringify({ noteId: exam, studentId: omar.id })])
    await sql(
      `insert into fee_postings (school_id, id, kind, day, made_by) values ($1, $2, 'charge', '2030-01-06', $3)`,
      [nile.id, exam, manager.id],
    )
    await sql(`update school_years set active = false where school_id = $1 and active`, [nile.id])
    expect(await stored()).toEqual([
      { event: 'class.changed', data: { schoolId: nile.id, classRoomIds: [class4a.id] } },
      { event: 'attendance.saved', data: { schoolId: nile.id, classRoomId: class4a.id, date: '2030-01-06' } },
      { event: 'attendance.saved', data: { schoolId: nile.id, classRoomId: class4a.id, date: '2030-01-06' } },
      { event: 'marks.published', data: { schoolId: nile.id, examIds: [exam] } },
      { event: 'marks.published', data: { schoolId: nile.id, examIds: [exam] } },
      { event: 'result.published', data: { schoolId: nile.id, closingIds: [exam] } },
      { event: 'fees.posted', data: { schoolId: nile.id, postingIds: [exam] } },
      { event: 'year.turned', data: { schoolId: nile.id, schoolYearIds: [expect.any(String)] } },
    ])
  })

  test('is a hundred ids in a message, and nothing while it is switched off', async () => {
    const { id } = await hook({ events: ['student.changed'] })
    const many = (await sql('select from students where school_id = $1', [nile.id])).length
    await sql('update students set modified_at = now() where school_id = $1', [nile.id])
    const sizes = (await stored()).map(({ data }) => data.studentIds.length)
    expect([sizes.length, sizes.reduce((sum, size) => sum + size, 0)]).toEqual([Math.ceil(many / 100), many])
    await as(manager)(webhooks.update, { ...inNile, webhookId: id, active: false })
    await sql('update students set modified_at = now() where school_id = $1', [nile.id])
    expect((await stored()).length).toBe(sizes.length)
  })
})

describe('a receiver', () => {
  const kinds = async () => (await as(manager)(inbox.items, { topic: 'school' })).map(({ kind }) => kind)
  const change = () => sql('update class_rooms set modified_at = now() where id = $1', [class4a.id])

  test('that fails is tried again, and gets everything once it answers, also after two days', async () => {
    await hook({ events: ['class.changed'] })
    status = 503
    work()
    for (let n = 0; n < 5; n++) await change()
    await tried()
    expect([received.length, (await listed()).hookState]).toEqual([15, 'failing'])
    await later(48)
    await change()
    status = 200
    await later(1)
    await sql(`notify webhooks`)
    await expect.poll(waiting).toBe(0)
    expect(await listed()).toMatchObject({ hookState: 'active', failingSince: null, waitingMessages: 0 })
    const ids = new Set(received.map(({ headers }) => headers['webhook-id']))
    expect(ids.size).toBe(6)
  })

  test('that fails for three days is paused and its managers are notified; switched on again it gets what waits', async () => {
    const { id } = await hook({ events: ['class.changed'] })
    status = 500
    work()
    await change()
    await tried()
    expect(received.length).toBe(3)
    await later(73)
    await sql(`notify webhooks`)
    await expect.poll(async () => (await listed()).hookState).toBe('paused')
    expect(await published('webhook paused')).toEqual([
      { school_id: nile.id, actor_id: null, payload: { webhookId: id } },
    ])
    const before = received.length
    await change()
    await sql(`notify webhooks`)
    await deliverAll(connection)
    expect(await kinds()).toContain('webhookPaused')
    expect(received.length).toBe(before)
    const { version } = await listed()
    status = 204
    await as(manager)(webhooks.update, { ...inNile, webhookId: id, active: true, baseVersion: version })
    await expect.poll(waiting).toBe(0)
    expect(await listed()).toMatchObject({ hookState: 'active' })
    // It is settled, so it asks nobody any more.
    expect(await kinds()).not.toContain('webhookPaused')
  })

  test('that says that it is gone is paused at once, and a redirection is no delivery', async () => {
    const { id } = await hook({ events: ['class.changed'] })
    status = 302
    work()
    await change()
    await expect
      .poll(async () => await deliveries(id))
      .toMatchObject([{ lastAnswer: 302, deliveryProblem: 'redirect', deliveredAt: null }])
    await tried()
    status = 410
    await later(25)
    await sql(`notify webhooks`)
    await expect.poll(async () => (await listed()).hookState).toBe('paused')
  })

  test('that keeps silent keeps no other one waiting', async () => {
    await hook({ events: ['class.changed'], url: `http://${host}/other` })
    await sql(`insert into webhook_deliveries (school_id, id, webhook_id, event, data)
      select school_id, gen_random_uuid(), id, 'class.changed', '{}' from webhooks cross join generate_series(1, 30)`)
    await sql(`update webhooks set name = 'silent'`)
    const second = await hook({ events: ['class.changed'] })
    work({ atOnce: 6, each: 2 })
    await change()
    await expect.poll(async () => (await deliveries(second.id))[0]?.deliveredAt).toEqual(expect.any(String))
  })
})

describe('a webhook', () => {
  test('is made by who manages connections, its secret is shown once and sealed', async () => {
    const { secret } = await hook()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const rows = JSON.stringify(await sql(`select encode(sealed, 'escape') as sealed, t.* from webhooks t`))
    expect(rows).not.toContain(secret.slice(6))
    expect(JSON.stringify(await as(manager)(webhooks.list, inNile))).not.toContain(secret.slice(6))
    const proof = { password: demoPassword }
    const add = {
      ...inNile,
      hookName: 'برنامج',
      url: 'https://hooks.example/a',
      events: ['fees.posted' as const],
      ...proof,
    }
    await expect(as(manager)(webhooks.add, { ...add, password: null })).rejects.toMatchObject(
      refused(400, 'Enter your password again'),
    )
    await expect(as(teacher)(webhooks.add, add)).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(webhooks.add, add)).rejects.toMatchObject(notFound)
    for (const url of ['https://169.254.169.254/latest', 'https://[::1]/a', 'http://hooks.example/a'])
      await expect(as(manager)(webhooks.add, { ...add, url })).rejects.toMatchObject(
        refused(400, 'Enter an https address on the public internet'),
      )
    await expect(as(manager)(webhooks.add, { ...add, events: ['fees.posted', 'fees.posted'] })).rejects.toMatchObject(
      refused(400, 'An event is listed twice'),
    )
    for (let n = 1; n < 10; n++) await as(manager)(webhooks.add, add)
    await expect(as(manager)(webhooks.add, add)).rejects.toMatchObject(
      refused(409, 'A school has at most 10 active webhooks; switch one off first'),
    )
  })

  test('signs with its former secret too for a day after a new one was made', async () => {
    const former = await hook({ events: ['class.changed'] })
    const { id, secret } = await as(manager)(webhooks.roll, {
      ...inNile,
      webhookId: former.id,
      password: demoPassword,
    })
    expect((await listed()).formerUntil).toEqual(expect.any(String))
    work()
    await as(manager)(webhooks.try, { ...inNile, webhookId: id })
    await expect.poll(() => received.length).toBe(1)
    const verify = (by: string, { body, headers }: Received) =>
      new Webhook(by).verify(body, headers as Record<string, string>)
    for (const by of [former.secret, secret])
      expect(verify(by, received[0]!)).toMatchObject({ type: 'connection.tried', data: inNile })
    await later(25)
    expect((await listed()).formerUntil).toBe(null)
    await expect.poll(waiting).toBe(0)
    const [first] = await deliveries(id)
    await as(manager)(webhooks.sendAgain, { ...inNile, deliveryId: first!.id })
    await expect.poll(() => received.length).toBe(2)
    expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id'])
    expect(received[1]!.body).toBe(first!.sentBody)
    expect(() => verify(secret, received[1]!)).not.toThrow()
    expect(() => verify(former.secret, received[1]!)).toThrow('No matching signature')
  })

  test('of another school is not found, and one that is off sends nothing again', async () => {
    const { id } = await hook({ events: ['class.changed'] })
    await as(manager)(webhooks.try, { ...inNile, webhookId: id })
    const [one] = await deliveries(id)
    const inDelta = { schoolId: delta.id }
    const other = as(otherManager)
    for (const call of [
      () => other(webhooks.update, { ...inDelta, webhookId: id, active: false }),
      () => other(webhooks.roll, { ...inDelta, webhookId: id }),
      () => other(webhooks.try, { ...inDelta, webhookId: id }),
      () => other(webhooks.deliveries, { ...inDelta, webhookId: id }),
      () => other(webhooks.sendAgain, { ...inDelta, deliveryId: one!.id }),
    ])
      await expect(call()).rejects.toMatchObject(notFound)
    await as(manager)(webhooks.update, { ...inNile, webhookId: id, active: false })
    await expect(as(manager)(webhooks.try, { ...inNile, webhookId: id })).rejects.toMatchObject(
      refused(409, 'This webhook is switched off'),
    )
    await expect(as(manager)(webhooks.sendAgain, { ...inNile, deliveryId: one!.id })).rejects.toMatchObject(
      refused(409, 'This webhook is paused or switched off; switch it on first'),
    )
  })
})
