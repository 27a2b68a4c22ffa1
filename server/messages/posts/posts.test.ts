import { describe, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import type { NewPost } from '#contract/messages/posts/posts.ts'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import type * as z from 'zod/mini'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, asVisitor, connection } = await testApp()
const { manager, supervisor, teacher, parent, mother, unpaidParent, otherManager, newcomer } = world
const { nile, delta, class4a, class5a, omar, laila, classmate, deltaClass1, inactiveStudent } = world
const { sql, rowsOf } = tracesIn(connection)

type Draft = z.input<typeof NewPost>
const draft = { schoolId: nile.id, title: 'اجتماع أولياء الأمور', body: 'الأحد في السادسة مساءً.' }
const toClass4a: Draft['audience'] = [{ kind: 'class', targetId: class4a.id }]

const write = (more: Partial<Draft>, person: { phone: string } = manager) =>
  as(person)(postWriting.add, { ...draft, audience: toClass4a, ...more } as Draft)
const feed = (person: { phone: string }, input: object = {}) => as(person)(posts.list, input)
const titles = async (person: { phone: string }) => (await feed(person)).map(({ title }) => title)
const reportOf = (postId: string, input: object = {}) =>
  as(manager)(postWriting.report, { postId, pageSize: 200, ...input })

const publicIds = async () => (await asVisitor(posts.public, { schoolId: nile.id })).map(({ id }) => id)

/** Parents who are linked now to paid students that meet a condition. */
const parentsWhere = async (condition: string, values: unknown[]) =>
  (
    await sql(
      `select distinct sp.parent_id as id from student_parents sp join students st on st.school_id = sp.school_id and st.id = sp.student_id
       join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
       where sp.ended_at is null and st.active and st.is_paid and ${condition} order by 1`,
      values,
    )
  ).map(({ id }: { id: string }) => id)

describe('a post reaches exactly its audience', () => {
  test('the families of a class, counted before it is sent, and nobody else by list or id', async () => {
    const expected = await parentsWhere('st.class_room_id = $1', [class4a.id])
    const counted = await as(manager)(postWriting.count, { schoolId: nile.id, audience: toClass4a })
    expect(counted).toMatchObject({ parents: expected.length, staff: 0, namesOfStudents: [] })

    const post = await write({ title: 'رحلة الصف' })
    const addressed = await sql('select person_id from post_readers where post_id = $1 order by 1', [post.id])
    expect(addressed.map((row: { person_id: string }) => row.person_id)).toEqual(expected)
    expect(post).toMatchObject({ addressed: expected.length, readBy: 0, version: 1 })
    expect(await titles(parent)).toContain('رحلة الصف')

    for (const person of [unpaidParent, otherManager, newcomer]) {
      expect(await titles(person)).not.toContain('رحلة الصف')
      expect(await feed(person, { postId: post.id })).toEqual([])
      expect(await as(person)(posts.markRead, { postIds: [post.id] })).toMatchObject({ changed: 0 })
      await expect(as(person)(posts.answer, { postId: post.id, answer: 'yes' })).rejects.toMatchObject(notFound)
    }
    expect(await publicIds()).not.toContain(post.id)
  })

  test('a parent of two addressed children sees it once, with both names', async () => {
    const audience = [
      { kind: 'student', targetId: omar.id },
      { kind: 'student', targetId: laila.id },
    ]
    const post = await write({ audience } as Partial<Draft>)
    expect(await feed(parent, { postId: post.id })).toMatchObject([
      { childNames: [laila.firstName, omar.firstName].toSorted((a, b) => (a < b ? -1 : 1)), read: false },
    ])
  })

  test('the staff read what is addressed to them, and parents do not', async () => {
    const post = await write({ audience: [{ kind: 'staff' }] })
    expect(await feed(teacher, { postId: post.id })).toHaveLength(1)
    expect(await feed(parent, { postId: post.id })).toEqual([])
  })

  test('who comes later reads it and is not counted; who is linked no more reads nothing, and is named as such', async () => {
    const post = await write({})
    const before = await reportOf(post.id)
    await sql(
      `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
       select gen_random_uuid(), school_id, id, $2, (select id from relation_types limit 1), $3 from students where id = $1`,
      [classmate.id, newcomer.id, manager.id],
    )
    expect(await feed(newcomer, { postId: post.id })).toHaveLength(1)
    expect(await as(newcomer)(posts.markRead, { postIds: [post.id] })).toMatchObject({ changed: 1 })
    const [written] = await as(manager)(postWriting.written, { schoolId: nile.id, postId: post.id })
    expect(written).toMatchObject({ addressed: post.addressed, readBy: 0 })

    await sql('update student_parents set ended_at = now(), ended_by = $2 where parent_id = $1', [
      newcomer.id,
      manager.id,
    ])
    expect(await feed(newcomer, { postId: post.id })).toEqual([])
    const unlinked = await reportOf(post.id, { state: 'unlinked' })
    expect(unlinked).toHaveLength(1)
    expect(await reportOf(post.id)).toHaveLength(before.length + 1)
  })

  test('teachers write to the families of their classes; the whole school takes a key of its own', async () => {
    await expect(write({}, teacher)).resolves.toMatchObject({ authorId: teacher.id })
    await expect(write({ audience: [{ kind: 'class', targetId: class5a.id }] }, teacher)).rejects.toMatchObject(
      notFound,
    )
    await expect(write({ audience: [{ kind: 'student', targetId: laila.id }] }, teacher)).rejects.toMatchObject(
      notFound,
    )
    const wholeSchool = refused(403, 'Only people who may write to the whole school do this')
    for (const audience of [[{ kind: 'school' }], [{ kind: 'staff' }]] as Draft['audience'][])
      await expect(write({ audience }, teacher)).rejects.toMatchObject(wholeSchool)
    await expect(write({ public: true }, teacher)).rejects.toMatchObject(wholeSchool)
    await expect(write({ audience: [{ kind: 'class', targetId: deltaClass1.id }] })).rejects.toMatchObject(notFound)
    await expect(write({ schoolId: delta.id })).rejects.toMatchObject(notFound)
  })
})

describe('a post is read and answered', () => {
  test('once, however many say so at once, and the count stays', async () => {
    const post = await write({})
    const all = await Promise.all(Array.from({ length: 20 }, () => as(parent)(posts.markRead, { postIds: [post.id] })))
    expect(all.reduce((sum, { changed }) => sum + changed, 0)).toBe(1)
    const [written] = await as(manager)(postWriting.written, { schoolId: nile.id, postId: post.id })
    expect(written).toMatchObject({ readBy: 1, addressed: post.addressed })
  })

  test('with one of its answers, changeable until its day; two guardians are both shown', async () => {
    const post = await write({ answers: ['نعم', 'لا'], answerBy: today })
    await as(parent)(posts.answer, { postId: post.id, answer: 'نعم' })
    await as(parent)(posts.answer, { postId: post.id, answer: 'لا' })
    await as(mother)(posts.answer, { postId: post.id, answer: 'نعم' })
    const answers = (await reportOf(post.id, { state: 'answered' })).map(({ answer }) => String(answer))
    expect(answers.toSorted()).toEqual(['لا', 'نعم'].toSorted())
    await expect(as(parent)(posts.answer, { postId: post.id, answer: 'ربما' })).rejects.toMatchObject(
      refused(400, 'Choose one of the answers'),
    )
    await sql('update posts set answer_by = $2 where id = $1', [post.id, daysFrom(today, -1)])
    await expect(as(parent)(posts.answer, { postId: post.id, answer: 'نعم' })).rejects.toMatchObject(
      refused(409, 'The day to answer has passed'),
    )
    const silent = await write({})
    await expect(as(parent)(posts.answer, { postId: silent.id, answer: 'نعم' })).rejects.toMatchObject(
      refused(409, 'This announcement asks for no answer'),
    )
  })

  test('a reminder goes to exactly those who have not read it, once in a day', async () => {
    const post = await write({})
    await as(parent)(posts.markRead, { postIds: [post.id] })
    const unread = await sql('select person_id from post_readers where post_id = $1 and read_at is null', [post.id])
    expect(await as(manager)(postWriting.remind, { postId: post.id })).toMatchObject({ changed: unread.length })
    const reminded = await sql('select person_id from post_readers where post_id = $1 and reminded_at is not null', [
      post.id,
    ])
    expect(reminded.length).toBe(unread.length)
    expect(await as(manager)(postWriting.remind, { postId: post.id })).toMatchObject({ changed: 0 })
  })
})

describe('a post is corrected and taken back', () => {
  test('the former words are kept, nobody counts as unread again unless they are notified', async () => {
    const post = await write({})
    await as(parent)(posts.markRead, { postIds: [post.id] })
    const mended = await as(manager)(postWriting.update, { id: post.id, body: 'الاثنين.', baseVersion: 1 })
    expect(mended).toMatchObject({ body: 'الاثنين.', changed: true, readBy: 1, version: 2 })
    const [former] = await sql(
      `select was ->> 'body' as body from former_values where table_name = 'posts' and key ->> 'id' = $1 order by id limit 1`,
      [post.id],
    )
    expect(former.body).toBe(draft.body)
    expect(
      await sql(`select from former_values where table_name = 'posts' and key ->> 'id' = $1`, [post.id]),
    ).toHaveLength(1)
    const again = await as(manager)(postWriting.update, { id: post.id, title: 'موعد جديد', notifyAgain: true })
    expect(again).toMatchObject({ readBy: 0 })
    await expect(as(manager)(postWriting.update, { id: post.id, title: 'x', baseVersion: 1 })).rejects.toMatchObject({
      status: 409,
    })
  })

  test('its words leave every answer; only the author or who manages all may', async () => {
    const post = await write({ public: true })
    expect(await asVisitor(posts.public, { schoolId: nile.id })).toContainEqual(
      expect.objectContaining({ id: post.id, title: draft.title }),
    )
    await expect(as(supervisor)(postWriting.takeBack, { postId: post.id })).rejects.toMatchObject(notFound)
    await expect(as(otherManager)(postWriting.takeBack, { postId: post.id })).rejects.toMatchObject(notFound)
    expect(await as(manager)(postWriting.takeBack, { postId: post.id })).toMatchObject({ changed: 1 })
    expect(await as(manager)(postWriting.takeBack, { postId: post.id })).toMatchObject({ changed: 0 })
    expect(await feed(parent, { postId: post.id })).toMatchObject([{ takenBack: true, title: '', body: '' }])
    expect(await publicIds()).not.toContain(post.id)
    expect(await feed(parent, { text: 'اجتماع', postId: post.id })).toEqual([])
    await expect(as(manager)(postWriting.update, { id: post.id, title: 'x' })).rejects.toMatchObject(
      refused(409, 'This announcement was taken back'),
    )
  })
})

describe('what is refused changes nothing', () => {
  const toStudent = (targetId: string) => [{ kind: 'student' as const, targetId }]
  const bad: [string, object, number, string][] = [
    ['no audience', { audience: [] }, 400, 'Choose to whom it goes'],
    ['a missing audience', { audience: undefined }, 400, 'Choose to whom it goes'],
    ['a null', { body: 'a\0b' }, 400, 'Character 2 of this text is not allowed; delete it or write the text again'],
    ['a day without answers', { answerBy: today }, 400, 'Write the answers to choose from'],
    ['an answer listed twice', { answers: ['yes', 'no', 'yes'] }, 400, 'An answer is listed twice'],
    ['a day that has passed', { answers: ['yes'], answerBy: daysFrom(today, -1) }, 400, 'This date cannot be used'],
    ['a grade of nowhere', { audience: [{ kind: 'grade', targetId: newId() }] }, 404, 'Not found'],
    ['a student who is not active', { audience: toStudent(inactiveStudent.id) }, 404, 'Not found'],
  ]
  test.each(bad)('%s', async (_, more, status, sentence) => {
    const before = await rowsOf('posts', 'post_audience', 'post_readers')
    const outcome = await write(more as Partial<Draft>).catch((refusal: object) => refusal)
    expect(outcome).toMatchObject({ status, message: sentence })
    expect(await rowsOf('posts', 'post_audience', 'post_readers')).toEqual(before)
  })

  test('a fourth important one of a day, also of several at once', async () => {
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => write({ important: true })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await expect(write({ important: true })).rejects.toMatchObject(
      refused(409, 'A school publishes at most 3 important announcements a day'),
    )
  })

  test('a name of a student in the words of a public one is pointed out', async () => {
    const body = `تهانينا إلى ${omar.firstName} على الفوز`
    const counted = await as(manager)(postWriting.count, {
      schoolId: nile.id,
      audience: toClass4a,
      public: true,
      body,
    } as never)
    expect(counted.namesOfStudents).toContain(omar.firstName)
  })
})

test('a post stands in the inboxes of its audience until it is taken back', async () => {
  await deliverAll(connection)
  const post = await write({})
  await deliverAll(connection)
  const itemsAbout = async () =>
    (await as(mother)(inbox.items, { pageSize: 100 })).filter(({ link }) => link.id === post.id)
  expect(await itemsAbout()).toMatchObject([{ kind: 'post', topic: 'school', link: { to: 'posts', id: post.id } }])
  await as(manager)(postWriting.takeBack, { postId: post.id })
  expect(await itemsAbout()).toEqual([])
})
