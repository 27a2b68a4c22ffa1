import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { exportList } from '#contract/exchange/exports/exports.ts'
import type { NewPost } from '#contract/messages/posts/posts.ts'
import { readerStates } from '#contract/messages/posts/post-shapes.ts'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import type * as z from 'zod/mini'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, app, tokenOf, connection } = await testApp()
const { manager, parent, mother, classmatesParent, nile, class4a, class5a, omar, laila, classmate, newcomer } = world
const { sql } = tracesIn(connection)

type Draft = z.input<typeof NewPost>
const draft: Draft = {
  schoolId: nile.id,
  title: 'رحلة الصف',
  body: 'الخميس القادم.',
  audience: [{ kind: 'class', targetId: class4a.id }],
}
const write = (more: Partial<Draft> = {}) => as(manager)(postWriting.add, { ...draft, ...more })
const written = async (postId: string) => (await as(manager)(postWriting.written, { schoolId: nile.id, postId }))[0]!
const reportOf = (postId: string, input: object = {}) =>
  as(manager)(postWriting.report, { postId, pageSize: 200, ...input })
const answer = (person: { phone: string }, postId: string, word: string) =>
  as(person)(posts.answer, { postId, answer: word })
const readersOf = async (postId: string, condition: string) =>
  (await sql(`select person_id as id from post_readers where post_id = $1 and ${condition} order by 1`, [postId])).map(
    ({ id }) => id as string,
  )

describe('of two guardians who answer differently', () => {
  test('both are shown, and the one who answered first counts as the child’s, also once it is changed', async () => {
    const post = await write({ answers: ['نعم', 'لا', 'ربما'] })
    expect(post.tally.map(({ count }) => count)).toEqual([0, 0, 0])
    await answer(mother, post.id, 'نعم')
    await answer(parent, post.id, 'لا')
    const shown = async () =>
      Object.fromEntries((await reportOf(post.id, { state: 'answered' })).map((row) => [row.answer, row.counts]))
    expect(await shown()).toEqual({ نعم: true, لا: false })
    expect((await written(post.id)).tally).toEqual([
      { answer: 'نعم', count: 1 },
      { answer: 'لا', count: 0 },
      { answer: 'ربما', count: 0 },
    ])
    await answer(mother, post.id, 'ربما')
    expect(await shown()).toEqual({ ربما: true, لا: false })
    expect((await written(post.id)).tally.map(({ count }) => count)).toEqual([0, 0, 1])
    expect(await written(post.id)).toMatchObject({ answered: 2 })
  })

  test('the report says how many it lists in each state', async () => {
    const post = await write({ answers: ['نعم', 'لا'] })
    await answer(mother, post.id, 'نعم')
    const counts = await as(manager)(postWriting.reportCounts, { postId: post.id })
    for (const state of readerStates) expect((await reportOf(post.id, { state })).length, state).toBe(counts[state])
    expect(counts).toMatchObject({ read: 1, answered: 1, unread: expect.any(Number) })
    await expect(as(parent)(postWriting.reportCounts, { postId: post.id })).rejects.toMatchObject(notAllowed)
  })

  test('the second counts for a child whom they alone stand for', async () => {
    const audience = [omar, laila].map(({ id }) => ({ kind: 'student' as const, targetId: id }))
    const post = await write({ audience, answers: ['نعم', 'لا'] })
    await answer(mother, post.id, 'نعم')
    await answer(parent, post.id, 'لا')
    expect((await written(post.id)).tally.map(({ count }) => count)).toEqual([1, 1])
    expect((await reportOf(post.id, { state: 'answered' })).map(({ counts }) => counts)).toEqual([true, true])
  })

  test('members of the staff answer for themselves', async () => {
    const post = await write({ audience: [{ kind: 'staff' }], answers: ['نعم', 'لا'] })
    for (const person of [world.teacher, world.supervisor]) await answer(person, post.id, 'نعم')
    expect((await written(post.id)).tally).toEqual([
      { answer: 'نعم', count: 2 },
      { answer: 'لا', count: 0 },
    ])
  })
})

describe('the counts', () => {
  test('have one row of a hundred who read at once', async () => {
    const post = await write()
    const all = await Promise.all(Array.from({ length: 100 }, () => as(parent)(posts.markRead, { postIds: [post.id] })))
    expect(all.reduce((sum, { changed }) => sum + changed, 0)).toBe(1)
    expect(await readersOf(post.id, 'read_at is not null')).toEqual([parent.id])
    expect(await written(post.id)).toMatchObject({ readBy: 1, addressed: post.addressed })
  })

  test('stay equal after 200 joins and leaves in any order', async () => {
    const post = await write({ answers: ['نعم'] })
    await answer(mother, post.id, 'نعم')
    const before = await written(post.id)
    const addressed = await readersOf(post.id, 'addressed')
    const families = await sql(
      `select u.id as parent, st.id as student from users u, students st
       where st.class_room_id = $1 and u.id = any ($2) order by 1, 2`,
      [class4a.id, [newcomer.id, classmatesParent.id, world.guardian.id, world.deltaParent.id]],
    )
    const next = sequence(20_261_122)
    for (let step = 0; step < 200; step++) {
      const { parent: person, student } = families[next() % families.length]!
      const [ended] = await sql(
        `update student_parents set ended_at = now(), ended_by = $3
         where parent_id = $1 and student_id = $2 and ended_at is null returning id`,
        [person, student, manager.id],
      )
      if (!ended)
        await sql(
          `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
           select gen_random_uuid(), $4, $2, $1, (select id from relation_types limit 1), $3`,
          [person, student, manager.id, nile.id],
        )
    }
    await as(newcomer)(posts.markRead, { postIds: [post.id] })
    const { addressed: many, readBy, answered, tally } = await written(post.id)
    expect({ many, readBy, answered, tally }).toEqual({
      many: before.addressed,
      readBy: before.readBy,
      answered: before.answered,
      tally: before.tally,
    })
    expect(await readersOf(post.id, 'addressed')).toEqual(addressed)
  })

  test('a reminder reaches exactly the unread: the same people are marked and notified', async () => {
    const post = await write()
    await deliverAll(connection)
    await as(mother)(posts.markRead, { postIds: [post.id] })
    const unread = await readersOf(post.id, 'addressed and read_at is null')
    expect(unread).toContain(parent.id)
    await sql('delete from inbox_items')
    expect(await as(manager)(postWriting.remind, { postId: post.id })).toMatchObject({ changed: unread.length })
    await deliverAll(connection)
    expect(await readersOf(post.id, 'reminded_at is not null')).toEqual(unread)
    const notified = await sql(
      `select person_id as id from inbox_items where kind = 'post' and subject_ids = array[$1::uuid] order by 1`,
      [post.id],
    )
    expect(notified.map(({ id }) => id)).toEqual(unread)

    await sql(`update post_readers set reminded_at = reminded_at - interval '25 hours' where post_id = $1`, [post.id])
    await as(parent)(posts.markRead, { postIds: [post.id] })
    expect(await as(manager)(postWriting.remind, { postId: post.id })).toMatchObject({ changed: unread.length - 1 })
  })
})

test('a correction keeps what stood there, for those who write alone', async () => {
  const post = await write()
  expect(post.former).toEqual([])
  const words = { title: draft.title, body: draft.body }
  await as(manager)(postWriting.update, { id: post.id, body: 'الجمعة.' })
  await as(manager)(postWriting.update, { id: post.id, title: 'رحلة مؤجلة' })
  await as(manager)(postWriting.update, { id: post.id, notifyAgain: true })
  const { former } = await written(post.id)
  expect(former).toMatchObject([{ title: draft.title, body: 'الجمعة.' }, words])
  expect(JSON.stringify(await as(parent)(posts.list, { postId: post.id }))).not.toContain(draft.body)
  await as(manager)(postWriting.takeBack, { postId: post.id })
  expect((await written(post.id)).former).toEqual([])

  const unpublished = await write({ draft: true })
  const saved = await as(manager)(postWriting.saveDraft, {
    id: unpublished.id,
    title: 'عنوان آخر',
    body: draft.body,
    audience: draft.audience,
  })
  expect(saved.former).toEqual([])
})

test('the list is narrowed to a class, for its readers and for those who write', async () => {
  const ids = async (list: Promise<{ id: string }[]>) => (await list).map(({ id }) => id)
  const of4a = await write()
  const of5a = await write({ audience: [{ kind: 'class', targetId: class5a.id }] })
  const ofOmar = await write({ audience: [{ kind: 'student', targetId: omar.id }] })
  const ofAll = await write({ audience: [{ kind: 'school' }] })
  const ofStaff = await write({ audience: [{ kind: 'staff' }] })
  const mine = [of4a.id, of5a.id, ofOmar.id, ofAll.id, ofStaff.id]
  const among = (found: string[]) => mine.filter((id) => found.includes(id))
  const read = (classRoomId: string) => ids(as(parent)(posts.list, { classRoomId, pageSize: 100 }))
  const wrote = (classRoomId: string) =>
    ids(as(manager)(postWriting.written, { schoolId: nile.id, classRoomId, pageSize: 100 }))
  expect(omar.classRoomId).toBe(class4a.id)
  expect(among(await read(class4a.id))).toEqual([of4a.id, ofOmar.id, ofAll.id])
  expect(among(await wrote(class4a.id))).toEqual([of4a.id, ofOmar.id, ofAll.id])
  expect(among(await wrote(class5a.id))).toEqual([of5a.id, ofAll.id])
  expect(await read(world.deltaClass1.id)).toEqual([])
  await expect(wrote(world.deltaClass1.id)).rejects.toMatchObject(refused(404, 'Not found'))
})

describe('what was written to harm', () => {
  const script = '<img src=x onerror=alert(1)>'
  const formula = '=HYPERLINK("https://example.org","x")'

  test.each([
    ['title', { title: 'Trip \u202Bto\t\u2066Giza\u2069' }, { title: 'Trip to Giza' }],
    ['text', { body: 'a\u2066b\u2069\u200f\u2028👩‍🏫' }, { body: 'ab\n👩‍🏫' }],
    ['answer', { answers: ['a\u202Eb'] }, { answers: ['ab'] }],
  ])('a sign that turns the direction is removed from a %s', async (_, more, kept) => {
    expect(await write(more)).toMatchObject(kept)
  })

  test.each(['javascript:alert(1)', 'ادخل JAVASCRIPT:x', 'ftp://example.org', 'data:text/html,x', 'whatsapp://send'])(
    'an address that is not of the web is refused: %s',
    async (body) => {
      await expect(write({ body })).rejects.toMatchObject(refused(400, 'Links must begin with http:// or https://'))
    },
  )

  test('other words with a colon, and addresses of the web, are not', async () => {
    const body = 'الموعد: 6:30 - Data: see https://example.org/a?b=c:d and http://example.org'
    await expect(write({ body })).resolves.toMatchObject({ body })
  })

  test('comes back as it was written, 4,000 characters of it', async () => {
    const body = `${script}${'🇪🇬'.repeat(4000 - script.length)}`
    const post = await write({ title: script, body, answers: [script] })
    expect(await as(parent)(posts.list, { postId: post.id })).toMatchObject([
      { title: script, body, answers: [script] },
    ])
    await expect(write({ body: `${body}x` })).rejects.toMatchObject({ status: 400 })
  })

  test('is a text and no formula in the report as CSV and as a workbook, with the children it stands for', async () => {
    const post = await write({ answers: [formula], title: formula })
    await answer(mother, post.id, formula)
    const file = async (format: 'csv' | 'xlsx') => {
      const input = { postId: post.id, state: 'answered' }
      const { statusCode, rawPayload } = await app.inject({
        method: 'POST',
        url: `/${exportList.path}`,
        headers: { authorization: `Bearer ${await tokenOf(manager)}` },
        payload: { list: postWriting.report.path, input, format, language: 'en' },
      })
      expect(statusCode).toBe(200)
      return rawPayload
    }
    const [heading, row] = Papa.parse<string[]>((await file('csv')).toString().slice(1).trimEnd(), {
      delimiter: ',',
    }).data
    const at = (name: string) => heading!.indexOf(name)
    expect(row![at('Answer')]).toBe(`'${formula}`)
    expect(row![at('Children')]).toContain(omar.firstName)
    expect(row![at('Children')]).not.toContain(classmate.firstName)
    const cells = (await readSheet(await file('xlsx'))) as unknown[][]
    expect(cells[1]).toContain(formula)
  })
})

/** Pseudo-random numbers, the same in each run. */
function sequence(seed: number) {
  let state = seed
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 8
}
