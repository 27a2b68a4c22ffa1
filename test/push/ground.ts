import { afterEach, beforeEach, expect } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { noticePreferences } from '#contract/messages/push/notice-preferences.ts'
import { push } from '#contract/messages/push/push.ts'
import { newId } from '#server/db/ids.ts'
import type { Delivering } from '#server/outbox/delivery-loop.ts'
import { deliverNotices, noticePace } from '#server/messages/push/sending.ts'
import { vapidOf } from '#server/messages/push/vapid.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { world } from '#test/world/world.ts'
import { pushBrowser } from './browser.ts'
import { pushService } from './host.ts'
import { sqlIn } from '#test/harness/database.ts'

const { supervisor, nile, class4a } = world

/** The ordinary pace, only quicker. */
const pace = { ...noticePace, firstWait: 10, longestWait: 20, rest: 100, look: 50 }

/** The world, a push service, and what a notification of a browser needs. Each test begins without notifications. */
export async function pushGround({ smsNotices = false } = {}) {
  const service = await pushService()
  const key = Buffer.from('the key of the tests')
  const { as, asVisitor, connection, wire } = await testApp({ key, pushHosts: [service.host], smsNotices })
  const workers: Delivering[] = []
  const lines: string[] = []

  const sql = sqlIn(connection)
  const waiting = async () => (await sql('select from notices')).length

  beforeEach(async () => {
    await sql('truncate inbox_items, push_subscriptions, notices, notice_items, notice_preferences, outbox cascade')
    service.answers(201)
    service.requests.length = lines.length = 0
  })
  afterEach(() => Promise.all(workers.splice(0).map(({ stop }) => stop())))

  function send(hosts = [service.host], other: Partial<typeof pace> = {}) {
    const to = { vapid: vapidOf(secretsOf(key)), contact: 'mailto:it@school.example', hosts, ca: service.ca }
    const worker = deliverNotices(connection, to, { pace: { ...pace, ...other }, log: (line) => lines.push(line) })
    workers.push(worker)
    return worker
  }

  async function sendAll() {
    send()
    await expect.poll(waiting).toBe(0)
  }

  /** Leaves a worker to itself: as good as dead. */
  function forget(worker: Delivering) {
    workers.splice(workers.indexOf(worker), 1)
    void worker.stop()
  }

  /** A browser of a person who may be notified at any hour. */
  async function browserOf(person: { phone: string }, language: 'ar' | 'en' = 'ar') {
    const browser = pushBrowser(service.host)
    await as(person)(push.subscribe, { ...browser.subscription, language })
    await as(person)(noticePreferences.update, { quietFrom: null, quietTo: null })
    return { ...browser, got: () => browser.messages(service.requests) }
  }

  const deliver = () => deliverAll(connection, { sms: smsNotices })

  /** Marks students as absent in the register of today, and notifies their parents. */
  async function absent(...students: { id: string }[]) {
    for (const state of ['present', 'absent'] as const)
      await as(supervisor)(attendance.save, {
        classRoomId: class4a.id,
        date: today,
        students: students.map(({ id }) => ({ studentId: id, state })),
      })
    await deliver()
  }

  /** Publishes an event at Nile as a domain does. */
  async function published(event: string, payload: object) {
    await sql('insert into outbox (event, school_id, actor_id, payload) values ($1, $2, $3, $4)', [
      event,
      nile.id,
      newId(),
      JSON.stringify(payload),
    ])
    await deliver()
  }
  const classChanged = (...students: { id: string }[]) =>
    published('class changed', { classRoomId: class4a.id, studentIds: students.map(({ id }) => id) })

  return {
    service,
    lines,
    as,
    asVisitor,
    wire,
    connection,
    sql,
    waiting,
    send,
    sendAll,
    forget,
    browserOf,
    absent,
    published,
    classChanged,
  }
}
