import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calendarFeeds } from '#contract/school/calendar/calendar-feeds.ts'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import { push } from '#contract/messages/push/push.ts'
import { search } from '#contract/overviews/search/search.ts'
import { today } from '#contract/overviews/today/today.ts'
import { filesOfChild } from '#server/run/operator/child-export.queries.ts'
import { sections } from '#server/run/operator/child-sections.queries.ts'
import { testApp } from '#test/harness/app.ts'
import { withClient } from '#server/db/client.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { pushBrowser } from '#test/push/browser.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { pdfOf } from '#test/world/pdf-files.ts'

/** A word in every text of the announcement that occurs nowhere else in the test data. */
const trace = 'قنديلسري'

const { as, app, tokenOf, connection } = await testApp({ pushHosts: ['push.example'] })
const { sql } = tracesIn(connection)
const { manager, parent, nile, class4a, omar, laila, deltaStudent } = world
const { unpaidParent, formerParent, newcomer, deltaParent, otherManager, supervisor, idleTeacher } = world
const outsiders = { unpaidParent, formerParent, newcomer, deltaParent, otherManager, supervisor, idleTeacher }
type Person = { id: string; phone: string }

async function upload(name: string, bytes: Buffer): Promise<string> {
  const form = new FormData()
  form.append('File', new Blob([new Uint8Array(bytes)]), 'file')
  const body = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: `/Attachment/Upload?${new URLSearchParams({ schoolId: nile.id, name })}`,
    payload: Buffer.from(await body.arrayBuffer()),
    headers: {
      'content-type': body.headers.get('content-type')!,
      authorization: `Bearer ${await tokenOf(manager)}`,
    },
  })
  return answer.json().id
}

const headersOf = async (person: Person) => ({ authorization: `Bearer ${await tokenOf(person)}` })
const fetched = async (person: Person, url: string) => app.inject({ url, headers: await headersOf(person) })

const exported = async (person: Person, list: string, input: object) =>
  app.inject({
    method: 'POST',
    url: `/${exportList.path}`,
    headers: await headersOf(person),
    payload: { list, input, format: 'csv', language: 'ar' },
  })

/** The answer of a call, or its refusal, as text. */
const textOf = async (call: Promise<unknown>) => JSON.stringify(await call.catch((refusal: Error) => refusal.message))

const shown: Record<string, (person: Person) => Promise<string>> = {
  'all of theirs': (person) => textOf(as(person)(posts.list, {})),
  'by its id': (person) => textOf(as(person)(posts.list, { postId: post.id })),
  'by its words': (person) => textOf(as(person)(posts.list, { text: trace })),
  'by its class': (person) => textOf(as(person)(posts.list, { schoolId: nile.id, classRoomId: class4a.id })),
  'the page of the school': (person) => textOf(as(person)(posts.public, { schoolId: nile.id })),
  'what was written': (person) => textOf(as(person)(postWriting.written, { schoolId: nile.id })),
  'what was written, by its id': (person) =>
    textOf(as(person)(postWriting.written, { schoolId: nile.id, postId: post.id })),
  'its report': (person) => textOf(as(person)(postWriting.report, { postId: post.id })),
  'the search': (person) => textOf(as(person)(search.find, { schoolId: nile.id, text: trace.slice(0, 5) })),
  'the export of their announcements': async (person) => (await exported(person, posts.list.path, {})).body,
  'the export of what was written': async (person) =>
    (await exported(person, postWriting.written.path, { schoolId: nile.id })).body,
  'the export of its report': async (person) =>
    (await exported(person, postWriting.report.path, { postId: post.id })).body,
  Today: (person) => textOf(as(person)(today.get, {})),
  'the inbox': (person) => textOf(as(person)(inbox.items, { pageSize: 100 })),
  'a feed of the calendar': async (person) => {
    const made = await as(person)(calendarFeeds.make, { schoolId: nile.id, language: 'ar' }).catch(() => null)
    return made ? (await app.inject({ url: made.path })).body : ''
  },
}

let post: { id: string }
const files: string[] = []
const signals: string[] = []
const listener = new pg.Client(connection)

beforeAll(async () => {
  for (const person of [parent, ...Object.values(outsiders)])
    await as(person)(push.subscribe, { ...pushBrowser('push.example').subscription, language: 'ar' })
  await sql('truncate inbox_items, notices, notice_items, outbox cascade')
  await listener.connect()
  listener.on('notification', ({ payload }) => signals.push(payload ?? ''))
  await listener.query('listen live')
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  files.push(await upload(`${trace}.pdf`, pdfOf()), await upload(`${trace}.png`, picture))
  post = await as(manager)(postWriting.add, {
    schoolId: nile.id,
    title: `رحلة ${trace}`,
    body: `إلى ${trace}`,
    audience: [{ kind: 'class', targetId: class4a.id }],
    answers: [`نعم ${trace}`],
    attachmentIds: files,
    important: true,
  })
  await deliverAll(connection)
})

afterAll(() => listener.end())

const mentions = (text: string) => [trace, post.id, ...files].filter((one) => text.includes(one))

describe('an announcement to a class, with a picture and a file', () => {
  test('is found by a parent of the class in each place that shows announcements', async () => {
    for (const place of ['all of theirs', 'by its id', 'by its words', 'by its class', 'Today', 'the inbox'])
      expect(mentions(await shown[place]!(parent)), place).not.toEqual([])
    expect(mentions(await shown['the export of their announcements']!(parent))).toContain(trace)
    for (const id of files) expect((await fetched(parent, `/files/${id}`)).statusCode).toBe(200)
    const items = await sql(`select person_id from inbox_items where kind = 'post'`)
    expect(items.map(({ person_id: id }) => id)).toContain(parent.id)
    expect(signals.join()).toContain(parent.id)
    expect(await sql('select from notices where person_id = $1', [parent.id])).not.toEqual([])
  })

  describe.each(Object.entries(outsiders))('is not found by %s', (_, person) => {
    test.each(Object.keys(shown))('%s', async (place) => {
      expect(mentions(await shown[place]!(person))).toEqual([])
    })

    test('its files, by their address', async () => {
      const nowhere = await fetched(person, `/files/${crypto.randomUUID()}`)
      for (const id of files)
        for (const address of [`/files/${id}`, `/files/${id}?download=1`, `/files/${id.toUpperCase()}`]) {
          const answer = await fetched(person, address)
          expect([answer.statusCode, answer.body]).toEqual([404, nowhere.body])
        }
    })

    test('notices and signals to open screens', async () => {
      expect(await sql(`select from inbox_items where kind = 'post' and person_id = $1`, [person.id])).toEqual([])
      expect(await sql('select from notices where person_id = $1', [person.id])).toEqual([])
      expect(signals.filter((signal) => signal.includes(person.id))).toEqual([])
    })
  })

  test('says nothing of itself in what open screens are sent', () => {
    expect(signals.flatMap(mentions)).toEqual([])
  })

  test('goes into the export of a child it reached, and of no other', async () => {
    const { sql: announcements } = sections.find(({ name }) => name === 'announcements')!
    await withClient(connection, async (client) => {
      const written = async (id: string) => JSON.stringify((await client.query(announcements, [[id]])).rows)
      const filesOf = async (id: string) => {
        const ids: string[] = []
        for await (const file of filesOfChild(client, [id])) ids.push(file.id)
        return ids
      }
      expect(await written(omar.id)).toContain(trace)
      expect(await filesOf(omar.id)).toEqual(expect.arrayContaining(files))
      for (const child of [laila, deltaStudent]) {
        expect(mentions(await written(child.id))).toEqual([])
        for (const id of files) expect(await filesOf(child.id)).not.toContain(id)
      }
    })
  })

  test('is gone for a parent from the moment their link ends', async () => {
    await sql('update student_parents set ended_at = now(), ended_by = $2 where parent_id = $1', [
      parent.id,
      manager.id,
    ])
    for (const place of Object.keys(shown)) expect(mentions(await shown[place]!(parent)), place).toEqual([])
    for (const id of files) expect((await fetched(parent, `/files/${id}`)).statusCode).toBe(404)
    await sql('update student_parents set ended_at = null, ended_by = null where parent_id = $1', [parent.id])
  })
})
