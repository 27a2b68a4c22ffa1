import { describe, expect, test } from 'vitest'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { manager, parent, mother, dual, idleTeacher, nile, class4a, omar, laila } = world
const { sql } = tracesIn(connection)

const yesterday = daysFrom(today, -1)
const write = (audience: object[]) =>
  as(manager)(postWriting.add, { schoolId: nile.id, title: 'اجتماع', body: 'الأحد.', audience } as never)
const unread = (postId: string) => as(manager)(postWriting.report, { postId, state: 'unread', pageSize: 200 })
const notified = async (postId: string) =>
  (
    await sql(
      `select person_id as id from inbox_items where kind = 'post' and subject_ids = array[$1::uuid] order by 1`,
      [postId],
    )
  ).map(({ id }) => id as string)

/** The changes by which Omar's mother loses the notices of his announcements, and the reverse changes. */
const losses: [string, string, string][] = [
  ['whose link has ended', 'ended_at = now(), ended_by = consent_by', 'ended_at = null, ended_by = null'],
  ['who no longer sees the child', `see_until = '${yesterday}'`, 'see_until = null'],
  ['who is not notified', `notify_until = '${yesterday}'`, 'notify_until = null'],
]

const lose = (set: string) => sql(`update student_parents set ${set} where parent_id = $1`, [mother.id])

describe('a reminder', () => {
  test.each(losses)('does not reach a parent %s, and counts whom it reached', async (_, loss, gain) => {
    const post = await write([{ kind: 'class', targetId: class4a.id }])
    await deliverAll(connection)
    await sql('delete from inbox_items')
    await lose(loss)
    const before = await unread(post.id)
    const { changed } = await as(manager)(postWriting.remind, { postId: post.id })
    await deliverAll(connection)
    await lose(gain)

    expect(changed).toBeGreaterThan(0)
    expect(await notified(post.id)).toHaveLength(changed)
    expect(await notified(post.id)).not.toContain(mother.id)
    // A parent who sees the child but is not notified still has the post in their list, unread.
    expect(before).toHaveLength(changed + Number(loss.startsWith('notify')))
  })

  test('does not reach who is no longer of the staff', async () => {
    const post = await write([{ kind: 'staff' }])
    await sql('delete from inbox_items')
    await sql('delete from school_teachers where teacher_id = $1', [idleTeacher.id])
    await sql('delete from user_roles where user_id = $1 and school_id = $2', [idleTeacher.id, nile.id])
    await deliverAll(connection)
    expect(await notified(post.id)).not.toContain(idleTeacher.id)
    expect((await notified(post.id)).length).toBeGreaterThan(0)
    const { changed } = await as(manager)(postWriting.remind, { postId: post.id })
    expect(await unread(post.id)).toHaveLength(changed)
  })

  test('does not reach a parent of a child who reads no announcements any more', async () => {
    const post = await write([{ kind: 'student', targetId: laila.id }])
    for (const [end, begin] of [
      [`active = false`, 'active = true'],
      [`is_paid = false, seat_ended_on = '${yesterday}'`, 'is_paid = true, seat_ended_on = null'],
    ]) {
      await sql(`update students set ${end} where id = $1`, [laila.id])
      expect(await as(manager)(postWriting.remind, { postId: post.id })).toMatchObject({ changed: 0 })
      await sql(`update students set ${begin} where id = $1`, [laila.id])
    }
    expect((await as(manager)(postWriting.remind, { postId: post.id })).changed).toBeGreaterThan(0)
  })

  test('reaches one of the staff whose own child it named, after the child has left', async () => {
    await sql(
      `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
       select gen_random_uuid(), school_id, student_id, $1, relation_id, consent_by from student_parents
       where parent_id = $2 and student_id = $3`,
      [dual.id, mother.id, omar.id],
    )
    const post = await write([{ kind: 'school' }])
    await deliverAll(connection)
    await sql('delete from inbox_items')
    await sql('update students set active = false where id = $1', [omar.id])
    await as(manager)(postWriting.remind, { postId: post.id })
    await deliverAll(connection)
    await sql('update students set active = true where id = $1', [omar.id])
    await sql('delete from student_parents where parent_id = $1 and student_id = $2', [dual.id, omar.id])
    expect(await notified(post.id)).toContain(dual.id)
    expect(await notified(post.id)).not.toContain(mother.id)
  })

  test('that is on its way is not for a parent whose link has ended meanwhile', async () => {
    const post = await write([{ kind: 'student', targetId: omar.id }])
    await deliverAll(connection)
    await sql('delete from inbox_items')
    await as(manager)(postWriting.remind, { postId: post.id })
    await lose(losses[0]![1])
    await deliverAll(connection)
    await lose(losses[0]![2])
    expect(await notified(post.id)).toContain(parent.id)
    expect(await notified(post.id)).not.toContain(mother.id)
  })
})
