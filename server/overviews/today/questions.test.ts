import { beforeEach, expect, test } from 'vitest'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import { today } from '#contract/overviews/today/today.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today as day } from '#test/world/clock.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, parent, nile, class4a } = world

beforeEach(() => sql(`update posts set published_at = published_at - interval '200 days'`))

const ask = (more: object = {}) =>
  as(manager)(postWriting.add, {
    schoolId: nile.id,
    title: 'رحلة إلى المتحف',
    body: 'هل يأتي ابنكم معنا؟',
    audience: [{ kind: 'class' as const, targetId: class4a.id }],
    answers: ['نعم', 'لا'],
    answerBy: daysFrom(day, 3),
    ...more,
  })
const atHome = async () => (await as(parent)(today.get, {})).posts
const idsAtHome = async () => (await atHome()).map(({ id }) => id)
const read = (postId: string) => as(parent)(posts.markRead, { postIds: [postId] })

test('a question stays on the home of a parent who has read it, until it is answered', async () => {
  const { id } = await ask()
  await read(id)
  expect(await atHome()).toMatchObject([{ id, answers: ['نعم', 'لا'], answerBy: daysFrom(day, 3) }])
  await as(parent)(posts.answer, { postId: id, answer: 'نعم' })
  expect(await idsAtHome()).toEqual([])
})

test('a question is over after its day, and one that is taken back is gone', async () => {
  const over = await ask()
  const back = await ask()
  for (const { id } of [over, back]) await read(id)
  await sql('update posts set answer_by = $2 where id = $1', [over.id, daysFrom(day, -1)])
  await as(manager)(postWriting.takeBack, { postId: back.id })
  expect(await idsAtHome()).toEqual([])
})

test('an announcement that asks for nothing leaves home once it was read', async () => {
  const { id } = await ask({ answers: null, answerBy: null })
  expect(await atHome()).toMatchObject([{ id, answers: null, answerBy: null }])
  await read(id)
  expect(await idsAtHome()).toEqual([])
})
