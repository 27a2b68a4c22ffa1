import { describe, expect, test } from 'vitest'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import { testApp } from '#test/harness/app.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { manager, parent, nile, class4a } = world
const { sql } = tracesIn(connection)

const toClass4a = [{ kind: 'class' as const, targetId: class4a.id }]
const write = (more: object) =>
  as(manager)(postWriting.add, { schoolId: nile.id, title: 'رحلة', body: 'الأحد.', audience: toClass4a, ...more })

describe('the readers of a correction are notified again', () => {
  const correct = (id: string, notifyAgain = true) =>
    as(manager)(postWriting.update, { id, body: `تصحيح ${Math.random()}`, notifyAgain })
  const important = () => write({ important: true })
  const sendings = async (id: string) =>
    (
      await sql(
        `select payload -> 'important' as urgent from outbox where event = 'post' and payload ->> 'postId' = $1 order by id`,
        [id],
      )
    ).map(({ urgent }: { urgent: boolean }) => urgent)

  test('once in a day, and otherwise corrected without it', async () => {
    const post = await write({})
    await as(parent)(posts.markRead, { postIds: [post.id] })
    await correct(post.id)
    await as(parent)(posts.markRead, { postIds: [post.id] })
    const tooSoon =
      'Readers of this announcement were notified again less than a day ago; save it without notifying them'
    await expect(correct(post.id)).rejects.toMatchObject(refused(409, tooSoon))
    expect(await correct(post.id, false)).toMatchObject({ readBy: 1 })
    expect(await sendings(post.id)).toHaveLength(2)
    await sql(`update posts set notified_again_at = notified_again_at - interval '24 hours' where id = $1`, [post.id])
    expect(await correct(post.id)).toMatchObject({ readBy: 0 })
    expect(await sendings(post.id)).toHaveLength(3)
  })

  test('through their quiet hours only as one of the three important ones of the day', async () => {
    await sql('update posts set important = false')
    const first = await important()
    await correct(first.id)
    expect(await sendings(first.id)).toEqual([true, true])
    const second = await important()
    await expect(important()).rejects.toMatchObject(
      refused(409, 'A school publishes at most 3 important announcements a day'),
    )
    await correct(second.id)
    expect(await sendings(second.id)).toEqual([true, false])
  })
})
