import { expect, test } from 'vitest'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import { today } from '#contract/overviews/today/today.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'

const { as } = await testApp()
const { manager, parent, unpaidParent, nile, class4a } = world

const write = (title: string, more: object = {}) =>
  as(manager)(postWriting.add, {
    schoolId: nile.id,
    title,
    body: 'التفاصيل لاحقًا.',
    audience: [{ kind: 'class', targetId: class4a.id }],
    ...more,
  })
const news = async (person: { phone: string }) => {
  const { posts: rows, postCount } = await as(person)(today.get, {})
  return { titles: rows.map(({ title }) => title), postCount, rows }
}

test('Today shows what was announced and not read, important ones first, and counts the others', async () => {
  const before = (await news(parent)).postCount
  const trip = await write('رحلة')
  const notice = await write('تنبيه', { important: true })
  await write('مسودة', { draft: true })
  const both = await news(parent)
  expect(both.postCount).toBe(before + 2)
  // Between them the question of the test data, which waits for an answer.
  expect(both.titles).toEqual(['تنبيه', expect.stringContaining('المتحف'), 'رحلة'])
  expect(both.rows[0]).toMatchObject({ id: notice.id, important: true })
  expect((await news(unpaidParent)).titles).not.toContain('رحلة')

  await as(parent)(posts.markRead, { postIds: [notice.id] })
  expect((await news(parent)).titles).not.toContain('تنبيه')
  await as(manager)(postWriting.takeBack, { postId: trip.id })
  expect((await news(parent)).postCount).toBe(before)
  for (let nth = 0; nth < 5; nth++) await write(`خبر ${nth}`)
  expect(await news(parent)).toMatchObject({ postCount: before + 5, rows: { length: 3 } })
})
