import { describe, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import { noticePreferences } from '#contract/messages/push/notice-preferences.ts'
import { homeZone } from '#server/base/days.ts'
import { clock, now } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { pushGround } from '#test/push/ground.ts'
import { world } from '#test/world/world.ts'

const { as, connection, sql, waiting, sendAll, browserOf, classChanged } = await pushGround()
const { parent, mother, omar, laila } = world

describe('what is no news any more is not sent', () => {
  test.each([
    ['it was read meanwhile', () => sql('update inbox_items set read_at = now()')],
    [
      'the link has ended',
      () => sql('update student_parents set ended_at = now(), ended_by = consent_by where parent_id = $1', [mother.id]),
    ],
    ['the topic was turned off', () => as(mother)(noticePreferences.update, { children: 'off' })],
    ['a day has passed', () => sql(`update notices set due_at = now() - interval '25 hours'`)],
  ])('%s', async (_, change) => {
    const browser = await browserOf(mother)
    await classChanged(omar)
    expect(await waiting()).toBe(1)
    await change()
    await sendAll()
    expect(browser.got()).toEqual([])
    await sql('update student_parents set ended_at = null, ended_by = null where parent_id = $1', [mother.id])
  })
})

describe('of an announcement', () => {
  const { manager, nile, class4a } = world
  const write = async () => {
    const audience = [{ kind: 'class' as const, targetId: class4a.id }]
    const words = { title: 'رحلة', body: 'الأحد.', answers: ['نعم'] }
    const post = await as(manager)(postWriting.add, { schoolId: nile.id, ...words, audience })
    await deliverAll(connection)
    return post
  }

  test.each([
    ['the link has ended', 'ended_at = now(), ended_by = consent_by', 'ended_at = null, ended_by = null'],
    ['the parent is no longer notified', 'notify_until = notify_from - 1', 'notify_until = null'],
    ['the parent no longer sees the child', 'see_until = see_from - 1', 'see_until = null'],
  ])('nothing is sent once %s', async (_, loss, gain) => {
    const browsers = [await browserOf(mother), await browserOf(parent)]
    await write()
    await sql(`update student_parents set ${loss} where parent_id = $1`, [mother.id])
    await sendAll()
    await sql(`update student_parents set ${gain} where parent_id = $1`, [mother.id])
    expect(browsers.map((browser) => browser.got().length)).toEqual([0, 1])
  })

  test.each([
    ['read', (postId: string) => as(mother)(posts.markRead, { postIds: [postId] })],
    ['answered', (postId: string) => as(mother)(posts.answer, { postId, answer: 'نعم' })],
  ])('nothing is sent, and nothing is unread in the inbox, once it was %s where it stands', async (_, read) => {
    const browsers = [await browserOf(mother), await browserOf(parent)]
    const [first, second] = [await write(), await write()]
    await read(first.id)
    const items = await as(mother)(inbox.items, { unread: true })
    expect(items.map(({ link }) => link.id)).toEqual([second.id])
    expect(await as(mother)(inbox.unread, {})).toEqual({ unread: 1 })
    await sendAll()
    expect(browsers.map((browser) => browser.got().length)).toEqual([1, 2])
  })
})

describe('a person is notified by their preferences', () => {
  const dueAt = async () =>
    (await sql('select due_at, digest from notices order by due_at')) as { due_at: Date; digest: boolean }[]
  const hourIn = (zone: string, at: Date) =>
    Number(new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(at))

  test('in one digest a day, at the chosen hour, about all of their children', async () => {
    const father = await browserOf(parent)
    await as(parent)(noticePreferences.update, { children: 'digest', digestHour: 17 })
    await classChanged(omar)
    await classChanged(laila)
    const [due, ...others] = await dueAt()
    expect(others).toEqual([])
    expect([hourIn(homeZone, due!.due_at), due!.digest]).toEqual([17, true])
    expect(due!.due_at.getTime()).toBeGreaterThan(now())
    expect(due!.due_at.getTime()).toBeLessThanOrEqual(now() + 25 * 3_600_000)

    await sql('update notices set next_try_at = now(), due_at = now()')
    await sendAll()
    expect(father.got()).toMatchObject([{ body: 'خبران جديدان عن \u2068عمر\u2069 و\u2068ليلى\u2069', url: '/inbox' }])
  })

  test('not at all of topics that are off, though the item is in the inbox', async () => {
    await browserOf(parent)
    await as(parent)(noticePreferences.update, { children: 'off' })
    await classChanged(omar)
    expect(await waiting()).toBe(0)
    expect(await as(parent)(inbox.items, {})).toHaveLength(1)
  })

  test('when their quiet hours are over', async () => {
    await browserOf(parent)
    const now = hourIn(homeZone, clock.now())
    const [from, to] = [(now + 23) % 24, (now + 2) % 24]
    await as(parent)(noticePreferences.update, { quietFrom: from, quietTo: to })
    await classChanged(omar)
    await classChanged(laila)
    const [due, ...others] = await dueAt()
    expect(others).toEqual([])
    expect(hourIn(homeZone, due!.due_at)).toBe(to)

    await sql('delete from notices')
    await as(parent)(noticePreferences.update, { quietFrom: to, quietTo: from })
    await classChanged(omar)
    expect(await dueAt()).toMatchObject([{ digest: false }])
  })

  test.each([
    ['2026-11-20T10:30:00Z', 18, '2026-11-20T16:00:00.000Z'],
    ['2026-11-20T16:00:00Z', 18, '2026-11-21T16:00:00.000Z'],
    // Clocks go forward at midnight at the start of 24 April 2026, and back at midnight at the end of 29 October.
    ['2026-04-23T18:30:00Z', 6, '2026-04-24T03:00:00.000Z'],
    ['2026-10-29T18:30:00Z', 6, '2026-10-30T04:00:00.000Z'],
  ])('after %s in Cairo it is %i o’clock at %s', async (after, hour, at) => {
    const [row] = await sql('select next_at_hour($1, $2, $3) as at', [hour, 'Africa/Cairo', after])
    expect(row.at.toISOString()).toBe(at)
  })
})
