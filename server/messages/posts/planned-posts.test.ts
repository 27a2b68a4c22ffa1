import { describe, expect, test } from 'vitest'
import type { NewPost } from '#contract/messages/posts/posts.ts'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import type * as z from 'zod/mini'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { clock, today } from '#test/world/clock.ts'
import { notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { publishDuePosts } from './publishing-work.queries.ts'

const { as, asVisitor, connection } = await testApp()
const { manager, teacher, parent, nile, class4a, class5a } = world
const { sql } = tracesIn(connection)

type Draft = z.input<typeof NewPost>
const draft = { title: 'اجتماع أولياء الأمور', body: 'الأحد في السادسة مساءً.' }
const toClass4a: Draft['audience'] = [{ kind: 'class', targetId: class4a.id }]

const write = (more: Partial<Draft>) =>
  as(manager)(postWriting.add, { schoolId: nile.id, ...draft, audience: toClass4a, ...more } as Draft)
const feed = (person: { phone: string }, input: object = {}) => as(person)(posts.list, input)
const publicIds = async () => (await asVisitor(posts.public, { schoolId: nile.id })).map(({ id }) => id)

describe('a post that is not published yet', () => {
  const inDays = (days: number) => ({ publishDay: daysFrom(today, days), publishTime: '07:30' })
  const dayPassed = (days: number) => new Date(+clock.now() + days * 86_400_000)
  const draftOf = async (id: string) => (await as(manager)(postWriting.written, { schoolId: nile.id, postId: id }))[0]
  const saved = (post: { id: string; version: number }, more: object) =>
    as(manager)(postWriting.saveDraft, {
      ...draft,
      audience: toClass4a,
      id: post.id,
      baseVersion: post.version,
      ...more,
    } as never)

  test('is read by nobody until its hour, and is then published once, by several processes too', async () => {
    const post = await write({ title: 'موعد لاحق', public: true, ...inDays(2) })
    expect(post).toMatchObject({ publishedAt: null, addressed: 0 })
    expect(new Date(post.publishAt!).toLocaleTimeString('en-GB', { timeZone: 'Africa/Cairo' })).toBe('07:30:00')
    const seen = async () => ({
      byId: await feed(parent, { postId: post.id }),
      found: await feed(parent, { text: 'موعد لاحق' }),
      public: (await publicIds()).includes(post.id),
    })
    expect(await seen()).toEqual({ byId: [], found: [], public: false })
    expect(await as(parent)(posts.markRead, { postIds: [post.id] })).toMatchObject({ changed: 0 })

    expect(await publishDuePosts(connection, dayPassed(1))).toBe(0)
    const published = await Promise.all([1, 2, 3].map(() => publishDuePosts(connection, dayPassed(3))))
    expect(published.toSorted((a, b) => a - b)).toEqual([0, 0, 1])
    expect(await seen()).toMatchObject({ byId: [{ id: post.id }], found: [{ id: post.id }], public: true })
    expect(await sql(`select count(*)::int as events from outbox where payload ->> 'postId' = $1`, [post.id])).toEqual([
      { events: 1 },
    ])
  })

  test('reaches whom its audience reaches at that hour', async () => {
    const now = await write({})
    const post = await write(inDays(1))
    await publishDuePosts(connection, dayPassed(2))
    expect(await draftOf(post.id)).toMatchObject({ addressed: now.addressed })
  })

  test('may be changed as a whole, planned, published and cancelled, and never again after that', async () => {
    const post = await write({ draft: true })
    expect(post).toMatchObject({ publishedAt: null, publishAt: null })
    const idsOf = async (published: boolean) =>
      (await as(manager).listed(postWriting.written, { schoolId: nile.id, published })).rows.map(({ id }) => id)
    expect([await idsOf(false), await idsOf(true)]).toEqual([
      expect.arrayContaining([post.id]),
      expect.not.arrayContaining([post.id]),
    ])
    const planned = await saved(post, {
      title: 'عنوان آخر',
      audience: [{ kind: 'class', targetId: class5a.id }],
      ...inDays(3),
    })
    expect(planned).toMatchObject({ title: 'عنوان آخر', changed: false, audience: [{ targetId: class5a.id }] })
    await expect(saved(post, {})).rejects.toMatchObject({ status: 409 })
    const published = await saved(planned, { title: 'عنوان آخر' })
    expect(published.publishedAt).not.toBeNull()
    expect(published.addressed).toBeGreaterThan(0)
    expect(await publishDuePosts(connection, dayPassed(4))).toBe(0)
    await expect(saved(published, {})).rejects.toMatchObject(refused(409, 'This announcement is published already'))

    const cancelled = await write(inDays(1))
    await as(manager)(postWriting.takeBack, { postId: cancelled.id })
    expect(await publishDuePosts(connection, dayPassed(2))).toBe(0)
    expect(await draftOf(cancelled.id)).toBeUndefined()
    await expect(saved(cancelled, {})).rejects.toMatchObject(refused(409, 'This announcement was taken back'))
  })

  test('waits while its school is not active, and is a matter of its writers alone', async () => {
    const post = await write(inDays(1))
    await expect(
      as(teacher)(postWriting.saveDraft, { id: post.id, ...draft, audience: toClass4a } as never),
    ).rejects.toMatchObject(notFound)
    await sql('update schools set active = false where id = $1', [nile.id])
    expect(await publishDuePosts(connection, dayPassed(2))).toBe(0)
    await sql('update schools set active = true where id = $1', [nile.id])
    expect(await publishDuePosts(connection, dayPassed(2))).toBe(1)
  })

  test.each([
    ['a day without a time', { publishDay: daysFrom(today, 1) }, 400, 'Choose the day and the time'],
    ['a moment that has passed', inDays(-1), 400, 'This date cannot be used'],
    ['later than a year', inDays(400), 400, 'This date cannot be used'],
    [
      'a day to answer before it',
      { ...inDays(3), answers: ['نعم'], answerBy: daysFrom(today, 2) },
      400,
      'This date cannot be used',
    ],
  ])('%s is refused', async (_, more, status, sentence) => {
    await expect(write(more)).rejects.toMatchObject(refused(status, sentence))
  })

  test('a correction of it leaves a day to answer that is not over before it is published', async () => {
    const { id } = await write({ ...inDays(3), answers: ['نعم'], answerBy: daysFrom(today, 5) })
    const correct = (days: number) => as(manager)(postWriting.update, { id, answerBy: daysFrom(today, days) })
    await expect(correct(2)).rejects.toMatchObject(refused(400, 'This date cannot be used'))
    expect(await correct(4)).toMatchObject({ answerBy: daysFrom(today, 4) })
  })

  test('important ones count on the day they are planned for', async () => {
    for (let nth = 0; nth < 3; nth++) await write({ important: true, ...inDays(9) })
    await expect(write({ important: true, ...inDays(9) })).rejects.toMatchObject({ status: 409 })
    await expect(write({ important: true, ...inDays(10) })).resolves.toMatchObject({ important: true })
  })
})
