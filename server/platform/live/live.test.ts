import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { livePath } from '#contract/platform/live/live.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { paymentRequests } from '#contract/platform/payments/payments.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { listeningTab, until } from '#test/harness/listening-tab.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

// Two processes of the product on one database, from the database's point of view.
const live = { every: 100, perPerson: 3 }
const here = await testApp({ live })
const there = await testApp({ live, connection: here.connection })
// A third process with its own database, to which nobody listens yet.
const fresh = await testApp({ live })
const { as } = here
const { sql } = tracesIn(here.connection)

const { teacher, supervisor, manager, scienceTeacher, parent, otherManager, admin } = world
const { nile, nileYear, class4a, arabic, omar, classmate } = world

const addresses = { here: '', there: '' }
beforeAll(async () => {
  addresses.here = await here.app.listen({ port: 0 })
  addresses.there = await there.app.listen({ port: 0 })
})

const open: { leave: () => void }[] = []
afterAll(() => open.forEach((tab) => tab.leave()))

/** Opens a tab that listens, for a person. */
async function listens(person: { phone: string }, topics: object, { at = addresses.there, by = here } = {}) {
  const tab = await listeningTab(at, await by.tokenOf(person), topics)
  open.push(tab)
  return tab
}

const set = (by = here) =>
  by.as(teacher)(exams.add, {
    classRoomId: class4a.id,
    courseId: arabic.id,
    monthId: monthId(nileYear, 1),
    date: today,
    rate: 20,
    studentIds: [omar.id, classmate.id],
  })
const rate = (workId: string, result: number, by = here) =>
  by.as(teacher)(studentExams.rate, { workId, studentId: omar.id, result })

describe('two people who mark one exam in two processes', () => {
  test('get each other’s changes: which version of what, and no more', async () => {
    const { id } = await set()
    const tab = await listens(supervisor, { exam: id })
    expect(tab.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    })
    expect(tab.headers).not.toHaveProperty('content-encoding')
    await rate(id, 12)
    await as(teacher)(studentExams.rateSeveral, {
      workId: id,
      items: [
        { studentId: omar.id, result: 13 },
        { studentId: classmate.id, result: 14 },
      ],
    })
    await as(teacher)(exams.update, { id, rate: 30 })
    await as(teacher)(exams.remove, { examId: id })
    const changes = await tab.received(5)
    const of = (studentId: string | null, version: number) => ({ topic: 'exam', id, studentId, version })
    expect(changes[0]).toEqual(of(omar.id, 2))
    expect(changes.slice(1, 3)).toEqual(expect.arrayContaining([of(omar.id, 3), of(classmate.id, 2)]))
    expect(changes.slice(3)).toEqual([of(null, 2), of(null, 0)])
    // Ids and retry delays are removed, because they may contain any digits.
    expect(tab.text().replace(/[0-9a-f-]{36}|retry: \d+/g, '')).not.toMatch(/13|14|عمر/)
    tab.leave()
  })

  test('get no event for a refusal, for a save without changes, or for another exam', async () => {
    const [one, other] = [await set(), await set()]
    const tab = await listens(supervisor, { exam: one.id }, { at: addresses.here })
    await rate(one.id, 21).catch(() => {})
    await rate(other.id, 5)
    for (const noise of ['', 'exam', '{']) await sql(`select pg_notify('live', $1)`, [noise])
    await as(teacher)(studentExams.rate, { workId: one.id, studentId: omar.id })
    await rate(one.id, 9)
    expect(await tab.received(1)).toEqual([{ topic: 'exam', id: one.id, studentId: omar.id, version: 2 }])
    tab.leave()
  })

  test('are notified of what changed just before they began to listen', async () => {
    const [{ id }, other] = [await set(), await set()]
    const tab = await listens(supervisor, { exam: id })
    await rate(other.id, 5)
    await rate(id, 7)
    const changes = await tab.received(1)
    const later = await listens(teacher, { exam: id })
    expect(await later.received(1)).toEqual(changes)
    for (const one of [tab, later]) one.leave()
  })

  test('are notified of it also as the first who listen in a process', async () => {
    const at = await fresh.app.listen({ port: 0 })
    const hears = `select from pg_stat_activity where application_name = 'kashkool live' and datname = current_database()`
    await expect.poll(() => tracesIn(fresh.connection).sql(hears)).toHaveLength(1)
    const { id } = await set(fresh)
    await rate(id, 7, fresh)
    const tab = await listens(teacher, { exam: id }, { at, by: fresh })
    expect(await tab.received(1)).toHaveLength(1)
    tab.leave()
  })

  test('get a sign of life now and then', async () => {
    const { id } = await set()
    const tab = await listens(teacher, { exam: id })
    await until(() => /^retry: \d+\n\n(:\n\n){2,}$/.test(tab.text()))
    tab.leave()
  })
})

describe('events are kept', () => {
  test('from people who may not see their subject', async () => {
    const { id } = await set()
    for (const [person, topics, status, sentence] of [
      [scienceTeacher, { exam: id }, 404, 'Not found'],
      [otherManager, { exam: id }, 404, 'Not found'],
      [teacher, { exam: newId() }, 404, 'Not found'],
      [teacher, { exam: id, homework: newId() }, 404, 'Not found'],
      [teacher, { inbox: supervisor.id }, 404, 'Not found'],
      [parent, { exam: id }, 403, 'You are not allowed to do this'],
      [admin, { exam: id }, 403, 'You are not allowed to do this'],
      [teacher, {}, 400, 'Required'],
      [teacher, { exam: 'x' }, 400, 'Invalid input'],
      [otherManager, { marksOfClass: class4a.id }, 404, 'Not found'],
      [manager, { timetable: class4a.id }, 404, 'Not found'],
      [parent, { marksOfClass: class4a.id }, 403, 'You are not allowed to do this'],
      [teacher, { marks: id }, 400, "Unrecognized key(s) in object: 'marks'"],
    ] as const) {
      const refused = await listens(person, topics)
      expect([refused.status, refused.text()]).toEqual([status, sentence])
    }
    const nobody = await here.app.inject({ url: `/${livePath}?exam=${id}` })
    expect([nobody.statusCode, nobody.body]).toEqual([401, 'Please sign in'])
    expect((await here.app.inject({ method: 'HEAD', url: `/${livePath}` })).statusCode).toBe(404)
    const refusals = await sql(
      `select outcome from audit_lines where operation = $1 and person_id = $2 and outcome <> 'read'`,
      [livePath, scienceTeacher.id],
    )
    expect(refusals).toEqual([{ outcome: '404' }])
  })

  test('from one person beyond a few tabs at once', async () => {
    const { id } = await set()
    const tabs = await Promise.all([1, 2, 3].map(() => listens(manager, { exam: id })))
    expect(await listens(manager, { exam: id })).toMatchObject({ status: 429 })
    tabs[0]!.leave()
    await until(async () => (await listens(manager, { exam: id })).status === 200)
    for (const tab of open) tab.leave()
  })
})

describe('a tab is disconnected', () => {
  test('when its right is lost', async () => {
    const { id } = await set()
    const tab = await listens(supervisor, { exam: id })
    await sql('update class_rooms set supervisor_id = null where id = $1', [class4a.id])
    await tab.over
    await sql('update class_rooms set supervisor_id = $1 where id = $2', [supervisor.id, class4a.id])
  })

  test('when its session ends, which it does not keep alive', async () => {
    const { id } = await set()
    const token = (await here.asVisitor(identity.login, { phoneNumber: supervisor.phone, password: 'kashkool' })).token
    const last = () => sql('select max(last_used_at)::text as at from sessions where user_id = $1', [supervisor.id])
    await sql(`update sessions set last_used_at = now() - interval '1 hour' where user_id = $1`, [supervisor.id])
    const before = await last()
    const url = `${addresses.here}/${livePath}?exam=${id}`
    const tab = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } })
    const [answer] = (await once(tab, 'response')) as [IncomingMessage]
    let signs = 0
    answer.on('data', () => signs++)
    // By then, the server has checked the tab.
    await until(() => signs > 3)
    expect(await last()).toEqual(before)
    await sql('delete from sessions where user_id = $1', [supervisor.id])
    await once(answer, 'close')
  })

  test('when the connection to the database was lost, and gets events again once it is back', async () => {
    const { id } = await set()
    const tab = await listens(teacher, { exam: id })
    await sql(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kashkool live'`)
    await tab.over
    const again = await listens(teacher, { exam: id })
    await rate(id, 4)
    expect(await again.received(1)).toHaveLength(1)
    again.leave()
  })

  test('when the server stops, which does not wait for it', async () => {
    const third = await testApp({ live, connection: here.connection })
    const at = await third.app.listen({ port: 0 })
    const { id } = await set()
    const tab = await listens(teacher, { exam: id }, { at })
    await third.app.close()
    await tab.over
  })
})

test('the home of a school is signalled by a register of the day, a payment, its withdrawal and a closed day, to its staff alone', async () => {
  const home = await listens(world.deputy, { school: nile.id })
  const students = [{ studentId: omar.id, state: 'absent' as const }]
  await as(world.deputy)(attendance.save, { classRoomId: class4a.id, date: daysFrom(today, -1), students })
  await as(world.deputy)(attendance.save, { classRoomId: class4a.id, date: today, students })
  expect(await home.received(1)).toEqual([
    { topic: 'school', id: nile.id, studentId: null, version: 0, part: 'register' },
  ])
  const { id: paymentTypeId } = (await sql('select id from payment_types where is_active limit 1'))[0]
  const payment = { schoolId: nile.id, paymentTypeId, transferCode: 'L-1', transferDate: today, transferAmount: 5 }
  const { id: requestId } = await as(world.deputy)(paymentRequests.add, payment)
  expect(await home.received(2)).toHaveLength(2)
  await as(world.deputy)(paymentRequests.remove, { requestId })
  expect(await home.received(3)).toHaveLength(3)
  const day = { kind: 'holiday' as const, name: 'عيد', fromDay: daysFrom(today, 20), toDay: daysFrom(today, 20) }
  await as(world.deputy)(calendar.saveDays, { schoolId: nile.id, items: [day] })
  expect(await home.received(4)).toHaveLength(4)
  expect((await listens(otherManager, { school: nile.id })).status).toBe(404)
  expect((await listens(parent, { school: nile.id })).status).toBe(403)
  home.leave()
})
