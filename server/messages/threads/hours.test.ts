import { beforeAll, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { threadReview } from '#contract/messages/threads/thread-review.ts'
import { beginnings, threads } from '#contract/messages/threads/threads.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { now } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { keepThreads } from './threads-work.queries.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, parent, nile, omar, admin } = world

const inSchool = { schoolId: nile.id }
/** Days of 2027 on which the clocks of Egypt change, and the day before. */
const changes = ['2027-04-29', '2027-04-30', '2027-10-28', '2027-10-29'].map((day) => Date.parse(`${day}T00:00:00Z`))

/** The same numbers at every run. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Cairo',
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const partsOf = (instant: Date) => {
  const of = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]))
  return { weekday: of.weekday!, time: `${of.hour}:${of.minute}` }
}

const own = [
  { weekday: 'Sunday', from: '12:00', to: '14:00' },
  { weekday: 'Tuesday', from: '08:00', to: '09:30' },
  { weekday: 'Friday', from: '10:00', to: '11:00' },
]

beforeAll(async () => {
  await as(manager)(threadReview.saveSettings, {
    ...inSchool,
    opens: ['supervisor', 'office'],
    officeIds: [],
    frameFrom: '08:00',
    frameTo: '15:00',
    nightFrom: '20:00',
    nightTo: '07:00',
    answerDays: 2,
    words: [],
  })
  await as(supervisor)(threadReview.saveHours, { ...inSchool, own })
})

const moments = () => {
  const random = seeded(20261130)
  return Array.from({ length: process.env.PROOF === 'on' ? 10_000 : 400 }, (_, nth) => {
    const day =
      nth % 4 === 0 ? changes[(nth / 4) % changes.length]! : Date.parse('2026-09-01') + random() * 300 * 86_400_000
    return new Date(Math.floor((day + random() * 86_400_000) / 1000) * 1000)
  })
}

test('the hours of a person begin on their weekdays within them, on open days, over a year with changed clocks', async () => {
  const at = moments()
  const rows = await sql(
    `select next_message_time($1, $2, m.at) as mine, open_day($1, null, (next_message_time($1, $2, m.at) at time zone 'Africa/Cairo')::date) as open,
       next_message_time($1, null, m.at) as frame, next_family_time($1, m.at) as family
     from unnest($3::timestamptz[]) with ordinality as m (at, nth) order by m.nth`,
    [nile.id, supervisor.id, at],
  )
  expect(rows).toHaveLength(at.length)
  for (const [nth, { mine, open, frame, family }] of rows.entries()) {
    const asked = at[nth]!
    const { weekday, time } = partsOf(mine)
    const day = own.find((one) => one.weekday === weekday)
    expect(day && time >= day.from && time < day.to && open, `${asked.toISOString()} gives ${mine.toISOString()}`).toBe(
      true,
    )
    expect(mine >= asked && frame >= asked && family >= asked).toBe(true)
    const inFrame = partsOf(frame).time
    expect(inFrame >= '08:00' && inFrame < '15:00', `${asked.toISOString()} gives ${frame.toISOString()}`).toBe(true)
    const byDay = partsOf(family).time
    expect(byDay >= '07:00' && byDay < '20:00', `${asked.toISOString()} gives ${family.toISOString()}`).toBe(true)
    // No later than needed: who writes in the hours is read at once.
    const here = partsOf(asked)
    if (here.time >= '07:00' && here.time < '20:00') expect(+family).toBe(+asked)
  }
})

test('whatever the clock says, the work of every minute notifies of a text in the hours of who reads it alone', async () => {
  const { threadId, textId } = (
    await as(parent)(beginnings.begin, {
      studentIds: [omar.id],
      toId: supervisor.id,
      subject: 'other',
      bothParents: true,
      body: 'متى يعود عمر من الرحلة؟',
    })
  )[0]!
  let sent = 0
  // A Sunday, half an hour into the hours of the day, and half an hour after them.
  const [inside, after] = ['2026-11-22T10:30:00Z', '2026-11-22T12:30:00Z'].map((at) => new Date(at)) as [Date, Date]
  for (const at of [inside, after, ...moments().slice(0, process.env.PROOF === 'on' ? 2000 : 40)]) {
    await sql('delete from outbox')
    await sql('update thread_texts set notified_at = null, visible_from = $2 where id = $1', [textId, at])
    await keepThreads(connection, at)
    const events = await sql(`select from outbox where event = 'message'`)
    const { weekday, time } = partsOf(at)
    const day = own.find((one) => one.weekday === weekday)
    const isOpen = (
      await sql(`select open_day($1, null, ($2::timestamptz at time zone 'Africa/Cairo')::date) as open`, [nile.id, at])
    )[0].open
    const isInHours = isOpen && day !== undefined && time >= day.from && time < day.to
    expect(events.length > 0, at.toISOString()).toBe(isInHours)
    sent += events.length
  }
  expect(sent).toBeGreaterThan(0)
  await sql('update thread_texts set notified_at = now() where id = $1', [textId])
  await as(supervisor)(threads.done, { threadId })
})

test('a notice of a device waits for the hours of a person of the school, and is no SMS', async () => {
  await sql('delete from outbox')
  await sql('update schools set sms_notices = true where id = $1', [nile.id])
  await sql('insert into notice_preferences (id, sms) values ($1, true) on conflict (id) do update set sms = true', [
    supervisor.id,
  ])
  await sql(
    `insert into push_subscriptions (id, person_id, endpoint, p256dh, auth, language) values (gen_random_uuid(), $1, 'https://push.example/thread', 'k', 'a', 'ar')`,
    [supervisor.id],
  )
  const { textId, threadId } = (
    await as(parent)(beginnings.begin, {
      studentIds: [omar.id],
      toId: supervisor.id,
      subject: 'other',
      bothParents: true,
      body: 'سؤال',
    })
  )[0]!
  await sql('delete from outbox')
  await sql('insert into outbox (event, school_id, actor_id, payload) values ($1, $2, $3, $4)', [
    'message',
    nile.id,
    parent.id,
    JSON.stringify({ threadId, textId }),
  ])
  await deliverAll(connection, { sms: true })
  const notices = await sql('select subscription_id, due_at from notices where person_id = $1', [supervisor.id])
  expect(notices).toHaveLength(1)
  expect(notices[0].subscription_id).not.toBeNull()
  const { weekday, time } = partsOf(notices[0].due_at)
  const day = own.find((one) => one.weekday === weekday)
  expect(day && time >= day.from && time < day.to).toBe(true)
  await sql('update schools set sms_notices = false where id = $1', [nile.id])
})

test('what the school writes in the night reaches the family in the morning, unless it is sent at once', async () => {
  const night = { nightFrom: '08:00', nightTo: '07:59' }
  await sql('update message_settings set night_from = $2, night_to = $3 where school_id = $1', [
    nile.id,
    night.nightFrom,
    night.nightTo,
  ])
  const text = { studentId: omar.id, subject: 'other' as const, body: 'نص الليل' }
  const kept = await as(supervisor)(beginnings.writeToParents, text)
  expect(+new Date(kept.visibleFrom)).toBeGreaterThan(now())
  const listed = async () => (await as(parent)(threads.list, {})).map(({ id }) => id)
  expect(await listed()).not.toContain(kept.threadId)
  expect((await as(parent)(threads.get, { threadId: kept.threadId })).lines).toEqual([])
  expect((await as(supervisor)(threads.get, { threadId: kept.threadId })).lines).toMatchObject([
    { visibleFrom: kept.visibleFrom },
  ])
  const sent = await as(supervisor)(beginnings.writeToParents, { ...text, sendNow: true })
  expect(await listed()).toContain(sent.threadId)
  await keepThreads(connection, new Date(kept.visibleFrom))
  await deliverAll(connection)
  expect(await as(parent)(inbox.items, { topic: 'messages' })).not.toEqual([])
  await expect(as(admin)(threads.get, { threadId: kept.threadId })).rejects.toMatchObject({ status: 404 })
})
