import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { attachmentLimits, attachments } from '#contract/platform/attachments/attachments.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import type { NewPost } from '#contract/messages/posts/posts.ts'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import type * as z from 'zod/mini'
import { eraseExpired } from '#server/run/start/housekeeping.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { packed, pdfOf } from '#test/world/pdf-files.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, asVisitor, app, tokenOf, connection } = await testApp()
const {
  manager,
  supervisor,
  parent,
  unpaidParent,
  otherManager,
  newcomer,
  deltaParent,
  nile,
  delta,
  class4a,
  omar,
  arabic,
} = world
const { sql, rowsOf } = tracesIn(connection)

type Person = { phone: string }
type Sent = { person?: Person | null; schoolId?: string; name?: string; bytes?: Buffer }

async function upload({ person = manager, schoolId = nile.id, name = 'plan.pdf', bytes = pdfOf() }: Sent = {}) {
  const form = new FormData()
  form.append('File', new Blob([new Uint8Array(bytes)]), 'file')
  const body = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: `/Attachment/Upload?${new URLSearchParams({ schoolId, name })}`,
    payload: Buffer.from(await body.arrayBuffer()),
    headers: {
      'content-type': body.headers.get('content-type')!,
      ...(person && { authorization: `Bearer ${await tokenOf(person)}` }),
    },
  })
  return answer.statusCode === 200
    ? { status: 200, ...answer.json() }
    : { status: answer.statusCode, body: answer.body }
}

const fetched = async (person: Person | null, id: string) =>
  app.inject({
    url: `/files/${id}`,
    headers: { ...(person && { authorization: `Bearer ${await tokenOf(person)}` }) },
  })
const statusOf = async (person: Person | null, id: string) => (await fetched(person, id)).statusCode

const draft = {
  schoolId: nile.id,
  title: 'خطة الرحلة',
  body: 'في المرفق.',
  audience: [{ kind: 'class', targetId: class4a.id }],
}
const write = (attachmentIds: string[], more: object = {}) =>
  as(manager)(postWriting.add, { ...draft, attachmentIds, ...more } as z.input<typeof NewPost>)

describe('a file of an announcement', () => {
  test('goes out for download alone, to its readers and writers, and to nobody else by any way', async () => {
    const { id } = await upload({ name: 'خطة "الرحلة".pdf' })
    expect(await statusOf(manager, id)).toBe(200)
    expect(await statusOf(supervisor, id)).toBe(404)
    const post = await write([id])
    expect(post.attachments).toMatchObject([{ id, kind: 'file' }])

    const { headers, rawPayload } = await fetched(parent, id)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    })
    expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''%D8%AE/)
    expect(rawPayload.equals(pdfOf())).toBe(true)
    expect(await as(parent)(posts.list, { postId: post.id })).toMatchObject([{ attachments: [{ id }] }])

    for (const person of [unpaidParent, otherManager, newcomer, deltaParent]) {
      expect(await as(person)(posts.list, { postId: post.id })).toEqual([])
      expect(await statusOf(person, id)).toBe(404)
    }
    expect(await statusOf(null, id)).toBe(404)
    expect((await fetched(otherManager, id)).body).toBe((await fetched(otherManager, crypto.randomUUID())).body)
  })

  test('keeps the last part of its name, without folders', async () => {
    const names = ['../../etc/x.pdf', 'C:\\Temp\\x.pdf', 'a/']
    const ids = await Promise.all(names.map(async (name) => (await upload({ name })).id))
    const { attachments } = await write(ids)
    expect(attachments!.map(({ name }) => name)).toEqual(['x.pdf', 'x.pdf', 'file.pdf'])
  })

  test('is closed to a session that has expired or still needs a second proof, unless everybody reads it', async () => {
    const [{ id }, open] = [await upload(), await upload()]
    await write([id])
    await write([open.id], { public: true })
    for (const [change, back] of [
      ['proof_due = true', 'proof_due = false'],
      [`created_at = created_at - interval '31 days'`, `created_at = created_at + interval '31 days'`],
    ]) {
      await sql(`update sessions set ${change}`)
      expect([await statusOf(parent, id), await statusOf(parent, open.id)]).toEqual([404, 200])
      await sql(`update sessions set ${back}`)
    }
  })

  test("of a public one is everybody's, and of one that is planned or taken back nobody's", async () => {
    const open = await upload()
    const post = await write([open.id], { public: true })
    expect(await statusOf(null, open.id)).toBe(200)
    expect(await asVisitor(posts.public, { schoolId: nile.id })).toContainEqual(
      expect.objectContaining({ id: post.id, attachments: [expect.objectContaining({ id: open.id })] }),
    )
    await as(manager)(postWriting.takeBack, { postId: post.id })
    for (const person of [null, parent, manager]) expect(await statusOf(person, open.id)).toBe(404)
    await sql(`update posts set taken_back_at = taken_back_at - interval '31 days' where id = $1`, [post.id])
    await eraseExpired(connection)
    expect(await sql('select from attachments where id = $1', [open.id])).toEqual([])

    const waiting = await upload()
    await write([waiting.id], { public: true, draft: true })
    expect([await statusOf(null, waiting.id), await statusOf(parent, waiting.id)]).toEqual([404, 404])
    expect(await statusOf(manager, waiting.id)).toBe(200)
  })

  test("is the uploader's to attach, once", async () => {
    const { id } = await upload({ person: supervisor })
    await expect(write([id])).rejects.toMatchObject(notFound)
    const own = await upload()
    await write([own.id])
    await expect(write([own.id])).rejects.toMatchObject(notFound)
    await expect(write([crypto.randomUUID()])).rejects.toMatchObject(notFound)
  })

  test('may be a picture, which is decoded anew and shown', async () => {
    const large = { width: 2400, height: 1200, channels: 3 as const, background: 'teal' }
    const { id, kind } = await upload({ name: 'yard.png', bytes: await sharp({ create: large }).png().toBuffer() })
    await write([id])
    const { headers, rawPayload } = await fetched(parent, id)
    expect({ kind, type: headers['content-type'], disposition: headers['content-disposition'] }).toEqual({
      kind: 'picture',
      type: 'image/webp',
      disposition: undefined,
    })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 })
  })
})

describe('files of homework', () => {
  const ofHomework = { classRoomId: class4a.id, courseId: arabic.id, date: today, details: 'اقرأ الصفحة', rate: 10 }

  test('are for those who see the homework', async () => {
    const { id: homeworkId } = await as(manager)(homework.add, ofHomework)
    const { id } = await upload()
    expect(await as(manager)(attachments.ofHomework, { homeworkId, attachmentIds: [id] })).toMatchObject([{ id }])
    const listed = await as(parent)(studentHomework.list, { studentId: omar.id, dateFrom: today, dateTo: today })
    expect(listed.find(({ workId }) => workId === homeworkId)).toMatchObject({
      attachments: [{ id, name: 'plan.pdf' }],
    })
    for (const person of [parent, supervisor, manager]) expect(await statusOf(person, id)).toBe(200)
    for (const person of [unpaidParent, otherManager, newcomer, null]) expect(await statusOf(person, id)).toBe(404)
    await expect(as(otherManager)(attachments.ofHomework, { homeworkId, attachmentIds: [] })).rejects.toMatchObject(
      notFound,
    )
    await expect(as(parent)(attachments.ofHomework, { homeworkId, attachmentIds: [] })).rejects.toMatchObject({
      status: 403,
    })
    await as(manager)(attachments.ofHomework, { homeworkId, attachmentIds: [] })
    expect(await statusOf(parent, id)).toBe(404)
  })

  test('that somebody else has changed meanwhile are not replaced', async () => {
    const { id: homeworkId, version: baseVersion } = await as(manager)(homework.add, ofHomework)
    const save = (file: string, version: number) =>
      as(manager)(attachments.ofHomework, { homeworkId, attachmentIds: [file], baseVersion: version })
    const [first, second] = [(await upload()).id, (await upload()).id]
    await save(first, baseVersion)
    const current = [expect.objectContaining({ id: first })]
    await expect(save(second, baseVersion)).rejects.toMatchObject({
      status: 409,
      message: 'Somebody else changed this meanwhile',
      current,
    })
    const read = () => as(manager)(homework.get, { id: homeworkId })
    expect(await read()).toMatchObject({ version: baseVersion + 1, attachments: current })
    await save(first, baseVersion + 1)
    expect(await read()).toMatchObject({ version: baseVersion + 1 })
  })

  test('cannot be read when the homework is removed and go with it after thirty days, and what nothing names goes after a day', async () => {
    const { id: homeworkId } = await as(manager)(homework.add, ofHomework)
    const [kept, loose, young] = [await upload(), await upload(), await upload()]
    await as(manager)(attachments.ofHomework, { homeworkId, attachmentIds: [kept.id] })
    await as(manager)(homework.remove, { id: homeworkId })
    expect(await statusOf(parent, kept.id)).toBe(404)
    await sql(`update attachments set created_at = created_at - interval '25 hours' where id <> $1`, [young.id])
    await sql(`update homework set removed_at = removed_at - interval '31 days' where id = $1`, [homeworkId])
    await eraseExpired(connection)
    const left = await sql('select id from attachments where id = any ($1)', [[kept.id, loose.id, young.id]])
    expect(left).toEqual([{ id: young.id }])
  })
})

describe('an upload is refused', () => {
  test('by the address alone, before its file is read: a person, a right, a school', async () => {
    const before = await rowsOf('attachments')
    expect(await upload({ person: null })).toMatchObject({ status: 401 })
    expect(await upload({ person: parent })).toMatchObject({ status: 403 })
    expect(await upload({ schoolId: delta.id })).toMatchObject({ status: 404 })
    expect(await upload({ schoolId: 'x' })).toMatchObject({ status: 400 })
    expect(await upload({ name: 'a\u202Efdp.exe' })).toMatchObject({ status: 400 })
    // The server does not wait for a body that never arrives.
    const answer = await app.inject({
      method: 'POST',
      url: `/Attachment/Upload?schoolId=${delta.id}&name=x`,
      payload: '',
      headers: { 'content-type': 'multipart/form-data; boundary=x', authorization: `Bearer ${await tokenOf(manager)}` },
    })
    expect(answer.statusCode).toBe(404)
    expect(await rowsOf('attachments')).toEqual(before)
  })

  test.each([
    ['what is neither', Buffer.from('<svg/>'), 400, 'Only pictures and PDF files can be attached'],
    ['a broken PDF', pdfOf().subarray(0, 200), 400, 'This PDF cannot be read'],
    [
      'a hidden program',
      pdfOf({ further: [packed('1 0 << /S /JavaScript >>')] }),
      400,
      'This PDF holds a program, a form or another file; print it to a new PDF and attach that',
    ],
    ['more than 10 MB', Buffer.alloc(attachmentLimits.bytes + 1), 413, 'The file is larger than 10 MB'],
  ])('%s', async (_, bytes, status, body) => {
    expect(await upload({ bytes })).toEqual({ status, body })
  })
})
