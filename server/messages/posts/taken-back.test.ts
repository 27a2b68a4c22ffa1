import { expect, test } from 'vitest'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'

const { as } = await testApp()
const { manager, parent, nile, class4a } = world

test('the words of an announcement that was taken back are in no answer and no search, its choices among them', async () => {
  const { id: postId } = await as(manager)(postWriting.add, {
    schoolId: nile.id,
    title: 'رحلة إلى الأهرام',
    body: 'هل يشارك ابنكم؟',
    answers: ['يشارك', 'لا يشارك'],
    audience: [{ kind: 'class', targetId: class4a.id }],
  })
  await as(parent)(posts.answer, { postId, answer: 'يشارك' })
  const read = async (input: object = {}) => [
    ...(await as(parent)(posts.list, { postId, ...input })),
    ...(await as(manager)(postWriting.written, { schoolId: nile.id, postId, ...input })),
  ]
  const report = () => as(manager)(postWriting.report, { postId, state: 'answered' })
  expect(await read({ text: 'الأهرام' })).toHaveLength(2)
  expect(JSON.stringify([await read(), await report()])).toContain('يشارك')

  await as(manager)(postWriting.takeBack, { postId })
  expect(await read()).toMatchObject([
    { takenBack: true, title: '', body: '', answers: null, answer: null },
    { takenBack: true, title: '', body: '', answers: null, tally: [], answered: 1 },
  ])
  expect(await report()).toMatchObject([{ answer: null }])
  expect(JSON.stringify([await read(), await report()])).not.toContain('يشارك')
  expect(await read({ text: 'الأهرام' })).toEqual([])
})
