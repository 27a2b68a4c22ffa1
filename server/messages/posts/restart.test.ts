import { afterEach, expect, test } from 'vitest'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { daysFrom } from '#server/base/days.ts'
import { keepApplying } from '#server/run/start/due-changes.ts'
import { withClient } from '#server/db/client.ts'
import type { Repeated } from '#server/processes/repeated.ts'
import { testApp } from '#test/harness/app.ts'
import { clock, today } from '#test/world/clock.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile, class4a } = world

const running: Repeated[] = []
const problems: unknown[] = []
let days = 0
const start = () =>
  running.push(
    keepApplying(
      connection,
      { ...clock, now: () => new Date(+clock.now() + days * 86_400_000) },
      (problem) => problems.push(problem),
      10,
    ),
  )
const stop = () => Promise.all(running.splice(0).map((server) => server.stop()))
afterEach(stop)

const plan = () =>
  as(manager)(postWriting.add, {
    schoolId: nile.id,
    title: 'اجتماع',
    body: 'الأحد.',
    audience: [{ kind: 'class', targetId: class4a.id }],
    publishDay: daysFrom(today, days + 2),
    publishTime: '07:30',
  })
const stateOf = async (id: string) =>
  (
    await sql(
      `select published_at is not null as published, version,
         (select count(*)::integer from outbox where payload ->> 'postId' = $1::text) as events,
         (select count(*)::integer from post_readers where school_id = $2 and post_id = p.id) as readers
       from posts p where school_id = $2 and id = $1::uuid`,
      [id, nile.id],
    )
  )[0]
const waiting = { published: false, version: 1, events: 0, readers: 0 }

test('a server that is stopped before the hour and started after it publishes once, also when two start', async () => {
  const post = await plan()
  start()
  await stop()
  days += 3
  expect(await stateOf(post.id)).toEqual(waiting)

  start()
  start()
  await expect.poll(async () => (await stateOf(post.id)).published).toBe(true)
  const published = await stateOf(post.id)
  expect(published).toMatchObject({ version: 2, events: 1 })
  expect(published.readers).toBeGreaterThan(0)
  await stop()
  start()
  const later = await plan()
  days += 3
  await expect.poll(async () => (await stateOf(later.id)).published).toBe(true)
  expect(await stateOf(post.id)).toEqual(published)
  expect(problems).toEqual([])
})

test('what a server had half done when it was killed is done by the next, once', async () => {
  const post = await plan()
  days += 3
  const now = new Date(+clock.now() + days * 86_400_000)
  await withClient(connection, async (killed) => {
    killed.on('error', () => undefined)
    const [{ pid }] = (await killed.query('select pg_backend_pid() as pid')).rows
    await killed.query('begin')
    await killed.query('select publish_due_posts($1)', [now])
    await sql('select pg_terminate_backend($1)', [pid])
  }).catch(() => undefined)
  expect(await stateOf(post.id)).toEqual(waiting)
  start()
  await expect.poll(async () => (await stateOf(post.id)).published).toBe(true)
  expect(await stateOf(post.id)).toMatchObject({ version: 2, events: 1 })
})
