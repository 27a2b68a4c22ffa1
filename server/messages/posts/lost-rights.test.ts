import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { NewPost } from '#contract/messages/posts/posts.ts'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import type * as z from 'zod/mini'
import { daysFrom } from '#server/base/days.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { testApp } from '#test/harness/app.ts'
import { clock, today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { publishDuePosts } from './publishing-work.queries.ts'

const { as, asVisitor, connection } = await testApp()
const { manager, teacher, parent, nile, class4a, omar, laila } = world
const { sql, giveKey } = tracesIn(connection)

type Draft = z.input<typeof NewPost>
const toClass4a: Draft['audience'] = [{ kind: 'class', targetId: class4a.id }]
const toOmar: Draft['audience'] = [{ kind: 'student', targetId: omar.id }]
const toAll: Draft['audience'] = [{ kind: 'school' }]
const onlyToAll = refused(403, 'Only people who may write to the whole school do this')

const write = (more: Partial<Draft>) =>
  as(teacher)(postWriting.add, {
    schoolId: nile.id,
    title: 'رحلة',
    body: 'الأحد.',
    audience: toClass4a,
    ...more,
  } as Draft)
const written = async (person: { phone: string }, postId: string) =>
  (await as(person)(postWriting.written, { schoolId: nile.id, postId }))[0]!

let taught: { course_id: string }[]
beforeAll(async () => {
  taught = await sql('select course_id from class_teacher_courses where class_room_id = $1 and teacher_id = $2', [
    class4a.id,
    teacher.id,
  ])
})

beforeEach(async () => {
  await sql('delete from user_permissions where user_id = $1', [teacher.id])
  await giveKey(teacher, 'AddSchoolPost', nile)
  for (const { course_id: course } of taught)
    await sql(
      `insert into class_teacher_courses (school_id, class_room_id, teacher_id, course_id) values ($1, $2, $3, $4)
       on conflict do nothing`,
      [nile.id, class4a.id, teacher.id, course],
    )
})

const loseClass = () =>
  sql('delete from class_teacher_courses where class_room_id = $1 and teacher_id = $2', [class4a.id, teacher.id])
const loseKey = () => sql('delete from user_permissions where user_id = $1', [teacher.id])

const changes = {
  correcting: (id: string) => as(teacher)(postWriting.update, { id, body: 'الاثنين.', notifyAgain: true }),
  'taking back': (postId: string) => as(teacher)(postWriting.takeBack, { postId }),
  reminding: (postId: string) => as(teacher)(postWriting.remind, { postId }),
}

describe.each([
  ['the class', { audience: toClass4a }, loseClass, notFound],
  ['the class of a student', { audience: toOmar }, loseClass, notFound],
  ['the key of the whole school', { audience: toAll }, loseKey, onlyToAll],
  ['the key of the public page', { audience: toClass4a, public: true }, loseKey, onlyToAll],
] as [string, Partial<Draft>, () => Promise<unknown>, object][])(
  'who lost %s that a post went to',
  (_, to, lose, refusal) => {
    test.each(Object.entries(changes))('is refused %s, and reads that before', async (__, change) => {
      const post = await write(to)
      expect(post.may).toEqual({ update: true, remove: true })
      await lose()
      await expect(change(post.id)).rejects.toMatchObject(refusal)
      expect(await written(teacher, post.id)).toMatchObject({
        may: { update: false, remove: false },
        body: 'الأحد.',
        takenBack: false,
        version: 1,
      })
    })

    test('leaves it to who manages all announcements', async () => {
      const post = await write(to)
      await lose()
      expect((await written(manager, post.id)).may).toEqual({ update: true, remove: true })
      await as(manager)(postWriting.remind, { postId: post.id })
      expect(await as(manager)(postWriting.update, { id: post.id, body: 'الاثنين.' })).toMatchObject({
        body: 'الاثنين.',
      })
      expect(await as(manager)(postWriting.takeBack, { postId: post.id })).toMatchObject({ changed: 1 })
    })

    test('cancels a draft of it, and chooses another audience', async () => {
      const [draft, other] = [await write({ ...to, draft: true }), await write({ ...to, draft: true })]
      await lose()
      expect((await written(teacher, draft.id)).may).toEqual({ update: true, remove: true })
      expect(await as(teacher)(postWriting.takeBack, { postId: draft.id })).toMatchObject({ changed: 1 })
      const save = { id: other.id, title: 'رحلة', body: 'الأحد.' }
      await expect(
        as(teacher)(postWriting.saveDraft, { ...save, ...to, audience: to.audience! }),
      ).rejects.toMatchObject(refusal)
    })

    test('publishes nothing to it at a planned hour, which is said; another person plans it again', async () => {
      const inDays = (days: number) => ({ publishDay: daysFrom(today, days), publishTime: '07:30' })
      const hourOf = (days: number) => new Date(+clock.now() + (days + 1) * 86_400_000)
      const post = await write({ ...to, ...inDays(1) })
      await lose()
      const readers = async () => ({
        feed: await as(parent)(posts.list, { postId: post.id }),
        public: (await asVisitor(posts.public, { schoolId: nile.id })).some(({ id }) => id === post.id),
      })
      expect(await publishDuePosts(connection, hourOf(1))).toBe(0)
      expect(await written(teacher, post.id)).toMatchObject({ publishedAt: null, refusedAt: expect.any(String) })
      expect(await publishDuePosts(connection, hourOf(2))).toBe(0)
      expect(await readers()).toEqual({ feed: [], public: false })

      const { title, body, version } = await written(manager, post.id)
      const again = { id: post.id, title, body, audience: to.audience!, public: to.public, baseVersion: version }
      const planned = await as(manager)(postWriting.saveDraft, { ...again, ...inDays(3) })
      expect(planned).toMatchObject({ refusedAt: null, publishedAt: null, authorId: teacher.id })
      await expect(as(teacher)(postWriting.update, { id: post.id, body: 'الاثنين.' })).rejects.toMatchObject(refusal)
      expect(await publishDuePosts(connection, hourOf(3))).toBe(1)
      expect(await readers()).toEqual({ feed: [expect.objectContaining({ id: post.id })], public: to.public === true })
    })
  },
)

test('who may not write announcements at all any more publishes none at a planned hour', async () => {
  const post = await write({ publishDay: daysFrom(today, 1), publishTime: '07:30' })
  const keyOfTeachers = `from role_permissions where permission_id = $1 and role_id in (select role_id from user_roles where user_id = $2)`
  const values = [permissionId('AddPost'), teacher.id]
  const [{ role_id: role }] = (await sql(`select role_id ${keyOfTeachers}`, values)) as [{ role_id: string }]
  await sql(`delete ${keyOfTeachers}`, values)
  expect(await publishDuePosts(connection, new Date(+clock.now() + 2 * 86_400_000))).toBe(0)
  await expect(as(teacher)(postWriting.takeBack, { postId: post.id })).rejects.toMatchObject(notAllowed)
  await sql('insert into role_permissions (role_id, permission_id) values ($1, $2)', [role, permissionId('AddPost')])
  expect((await written(manager, post.id)).refusedAt).not.toBeNull()
})

test('a student who left their school takes no post out of reach of who wrote it', async () => {
  const post = await as(manager)(postWriting.add, {
    schoolId: nile.id,
    title: 'رحلة',
    body: 'الأحد.',
    audience: [{ kind: 'student', targetId: laila.id }],
  })
  await sql('update students set active = false where id = $1', [laila.id])
  expect(await as(manager)(postWriting.takeBack, { postId: post.id })).toMatchObject({ changed: 1 })
  await sql('update students set active = true where id = $1', [laila.id])
})
