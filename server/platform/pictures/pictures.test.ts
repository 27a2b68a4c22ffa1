import { randomUUID } from 'node:crypto'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { type Person, testApp } from '#test/harness/app.ts'
import { plain } from '#test/pictures/files.ts'
import { formOf, sending } from '#test/pictures/sending.ts'
import { world } from '#test/world/world.ts'

const { app, as, connection, tokenOf } = await testApp()
const { upload, fetch } = sending(app)
const owner = new pg.Client(connection)
const { parent, manager, otherManager, teacher, supervisor, admin, pendingManager } = world
const { omar, nile, pending, class4a } = world

beforeAll(() => owner.connect())
afterAll(() => owner.end())

const sent = async (person: Person, type: string, id: string, options: { width?: number; height?: number } = {}) => {
  const answer = await upload(await tokenOf(person), { type, id, bytes: await plain('png', options) })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringMatching(/^"\/media\/[\w-]{43}"$/)])
  return answer.json() as string
}
const one = async (sql: string, ...values: unknown[]) => (await owner.query(sql, values)).rows[0]
const seenBy = async (person: Person | null, url: string) =>
  (await fetch(person && (await tokenOf(person)), url)).statusCode

describe('sending a picture', () => {
  test('makes it the picture of its owner at once, and raises the version of the owner’s row', async () => {
    const before = await one('select version from students where id = $1', omar.id)
    const url = await sent(manager, '1', omar.id)
    expect(await one('select image_url, version from students where id = $1', omar.id)).toEqual({
      image_url: url,
      version: before.version + 1,
    })
    const timetable = await sent(manager, '6', class4a.id)
    expect(await one('select wcs_url from class_rooms where id = $1', class4a.id)).toEqual({ wcs_url: timetable })
  })

  test('fits it into 512 pixels, a timetable into 2,000', async () => {
    const large = { width: 2600, height: 1300 }
    const sizeOf = async (url: string) => {
      const { width, height } = await sharp((await fetch(await tokenOf(manager), url)).rawPayload).metadata()
      return [width, height]
    }
    expect(await sizeOf(await sent(manager, '2', manager.id, large))).toEqual([512, 256])
    expect(await sizeOf(await sent(manager, '6', class4a.id, large))).toEqual([2000, 1000])
  })

  test('marks the one before as replaced, and no other', async () => {
    const first = await sent(parent, '2', parent.id)
    const second = await sent(parent, '2', parent.id)
    const replaced = async (url: string) =>
      (await one('select replaced_at is not null as replaced from media where name = $1', url.slice(7))).replaced
    expect([await replaced(first), await replaced(second)]).toEqual([true, false])
  })

  test('leaves the one before with its student for a day, who can get it back', async () => {
    const first = await sent(manager, '1', omar.id)
    const second = await sent(manager, '1', omar.id)
    const give = (imageUrl: string) => as(manager)(studentRecords.update, { id: omar.id, imageUrl })
    expect((await give(first)).imageUrl).toBe(first)
    expect((await give(second)).imageUrl).toBe(second)
    await owner.query(`update media set replaced_at = now() - interval '25 hours' where name = $1`, [first.slice(7)])
    await expect(give(first)).rejects.toMatchObject({ status: 400 })
  })

  test('with a key twice stores it once, and with another picture is refused', async () => {
    const token = await tokenOf(parent)
    const key = { 'idempotency-key': randomUUID() }
    const bytes = await plain()
    const first = await upload(token, { type: '2', id: parent.id, bytes }, key)
    const again = await upload(token, { type: '2', id: parent.id, bytes }, key)
    expect(again.json()).toBe(first.json())
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true' })
    const other = await upload(token, { type: '2', id: parent.id, bytes: await plain('jpeg') }, key)
    expect([other.statusCode, other.body]).toEqual([422, 'This key was used with another request'])
  })

  test('of a school that is not active is for its administrator, of its students for nobody', async () => {
    const url = await sent(pendingManager, '3', pending.id)
    expect(await one('select image_url from schools where id = $1', pending.id)).toEqual({ image_url: url })
    const answer = await upload(await tokenOf(pendingManager), { type: '1', id: pending.id, bytes: await plain() })
    expect([answer.statusCode, answer.body]).toEqual([409, 'This school is not active'])
  })

  test('takes whose and what it is from the query as well', async () => {
    const form = await formOf({}, { bytes: await plain() })
    const answer = await app.inject({
      method: 'POST',
      url: `/imageuploder/uploadimage?UserId=${parent.id}&Type=2`,
      payload: form.payload,
      headers: { ...form.headers, authorization: `Bearer ${await tokenOf(parent)}` },
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('an upload is refused', () => {
  const posted = async (fields: Record<string, string>, file?: Buffer, name?: string) => {
    const form = await formOf(fields, file && { bytes: file }, name)
    const authorization = `Bearer ${await tokenOf(parent)}`
    const answer = await app.inject({
      method: 'POST',
      url: '/ImageUploder/UploadImage',
      payload: form.payload,
      headers: { ...form.headers, authorization },
    })
    return [answer.statusCode, answer.body]
  }
  const own = { UserId: parent.id, Type: '2' }

  test('in the sentence of what is wrong with it', async () => {
    const file = await plain()
    expect(await posted({ Type: '2' }, file)).toEqual([400, 'Required'])
    expect(await posted({ UserId: parent.id }, file)).toEqual([400, 'Required'])
    expect(await posted(own)).toEqual([400, 'Required'])
    expect(await posted({ ...own, File: 'x' })).toEqual([400, 'Required'])
    expect(await posted(own, file, 'Picture')).toEqual([400, 'Required'])
    expect(await posted({ UserId: 'me', Type: '2' }, file)).toEqual([400, 'Invalid input'])
    expect(await posted({ ...own, Type: '4' }, file)).toEqual([400, 'Invalid enum value'])
    expect(await posted({ ...own, schoolId: nile.id }, file)).toEqual([
      400,
      "Unrecognized key(s) in object: 'schoolId'",
    ])
    expect(await posted(own, Buffer.from('<svg/>'))).toEqual([415, 'Only JPEG, PNG and WebP pictures are accepted'])
    expect(await posted(own, file.subarray(0, 40))).toEqual([400, 'This picture cannot be read'])
    expect(await posted(own, Buffer.alloc(5 * 1024 * 1024 + 1))).toEqual([413, 'The picture is larger than 5 MB'])
  })

  test('when it is no form, before any other check', async () => {
    for (const headers of [{ 'content-type': 'application/json' }, { 'content-type': 'text/plain' }, {}]) {
      const answer = await app.inject({ method: 'POST', url: '/ImageUploder/UploadImage', payload: '{}', headers })
      expect([answer.statusCode, answer.body]).toEqual([415, 'This content type is not accepted'])
    }
  })

  test('when it is a broken form, once the caller is known', async () => {
    const call = async (token: string | null) => {
      const headers = {
        'content-type': 'multipart/form-data; boundary=x',
        ...(token && { authorization: `Bearer ${token}` }),
      }
      const payload = '--x\r\nContent-Disposition: form-data; name="UserId"\r\n\r\nabc'
      return (await app.inject({ method: 'POST', url: '/ImageUploder/UploadImage', payload, headers })).statusCode
    }
    expect([await call(null), await call(await tokenOf(parent))]).toEqual([401, 400])
  })

  test('when another site sent it', async () => {
    const answer = await upload(
      await tokenOf(parent),
      { type: '2', id: parent.id, bytes: await plain() },
      { origin: 'https://evil.example' },
    )
    expect([answer.statusCode, answer.body]).toEqual([403, 'This request came from another site'])
  })
})

describe('a picture is shown', () => {
  const everybody = { visitor: null, parent, manager, otherManager, teacher, supervisor, admin, pendingManager }
  const seers = async (url: string) => {
    const seen: string[] = []
    for (const [who, person] of Object.entries(everybody)) if ((await seenBy(person, url)) === 200) seen.push(who)
    return seen
  }
  const all = Object.keys(everybody)

  test('of an active school and of a contact type to everybody, for good', async () => {
    const { rows } = await owner.query('select id from school_contact_types limit 1')
    for (const url of [await sent(manager, '3', nile.id), await sent(admin, '5', rows[0].id)]) {
      expect(await seers(url)).toEqual(all)
      expect((await fetch(null, url)).headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable' })
    }
  })

  test('of a school that is not active to its administrator and to people who review schools', async () => {
    const url = await sent(pendingManager, '3', pending.id)
    expect(await seers(url)).toEqual(['admin', 'pendingManager'])
    expect((await fetch(await tokenOf(admin), url)).headers).toMatchObject({ 'cache-control': 'private, no-cache' })
  })

  test('of a student to staff of the class, and to the parents', async () => {
    const url = await sent(manager, '1', omar.id)
    expect(await seers(url)).toEqual(['parent', 'manager', 'teacher', 'supervisor'])
    expect(await seenBy(world.classmatesParent, url)).toBe(404)
    expect(await seenBy(world.idleTeacher, url)).toBe(404)
    expect(await seenBy(world.formerParent, url)).toBe(404)
  })

  test('of a student still to be added to the person who sent it, and to nobody else', async () => {
    expect(await seers(await sent(manager, '1', nile.id))).toEqual(['manager'])
  })

  test('that is a timetable to those of the class and to parents of its students', async () => {
    const url = await sent(manager, '6', class4a.id)
    expect(await seers(url)).toEqual(['parent', 'manager', 'teacher', 'supervisor'])
    expect(await seenBy(world.classmatesParent, url)).toBe(200)
    expect(await seenBy(world.deltaParent, url)).toBe(404)
  })

  test('of a person to themselves, to people who meet them, and to the platform', async () => {
    expect(await seers(await sent(parent, '2', parent.id))).toEqual([
      'parent',
      'manager',
      'teacher',
      'supervisor',
      'admin',
    ])
    expect(await seers(await sent(teacher, '2', teacher.id))).toEqual(['manager', 'teacher', 'supervisor', 'admin'])
  })

  test('anew at each request, unless it is everybody’s', async () => {
    const url = await sent(manager, '1', omar.id)
    const token = await tokenOf(parent)
    const { headers } = await fetch(token, url)
    expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: `"${url.slice(7)}"` })
    const again = await fetch(token, url, { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const another = await fetch(await tokenOf(otherManager), url, { 'if-none-match': String(headers.etag) })
    expect(another.statusCode).toBe(404)
  })

  test('to nobody else, and a hidden one is answered like one that does not exist', async () => {
    const hidden = await sent(manager, '1', omar.id)
    const none = `/media/${'x'.repeat(43)}`
    const cacheRules = async (person: Person | null, url: string) => {
      const { statusCode, body, headers } = await fetch(person && (await tokenOf(person)), url)
      const { 'x-request-id': _, date: __, ...same } = headers
      return { statusCode, body, same }
    }
    for (const person of [null, otherManager]) {
      const answer = await cacheRules(person, none)
      expect(answer).toMatchObject({ statusCode: 404, body: 'Not found' })
      expect(await cacheRules(person, hidden)).toEqual(answer)
      for (const url of ['/media/short', `/media/${'x'.repeat(81)}`, '/media/..%2f..%2fpackage.json', '/media/'])
        expect(await cacheRules(person, url)).toMatchObject({ statusCode: 404 })
    }
  })

  test('and a request for somebody else’s leaves a line in the audit', async () => {
    const hidden = await sent(manager, '1', omar.id)
    const answer = await fetch(await tokenOf(otherManager), hidden)
    const line = await one('select * from audit_lines where request_id = $1', answer.headers['x-request-id'])
    expect(line).toMatchObject({ person_id: otherManager.id, operation: 'media/{name}', outcome: '404' })
  })
})

test('/openapi.json describes how pictures go in and out', async () => {
  const { paths } = (await app.inject('/openapi.json')).json()
  const { post } = paths['/ImageUploder/UploadImage']
  const form = post.requestBody.content['multipart/form-data'].schema
  expect(form.required).toEqual(['UserId', 'Type', 'File'])
  expect(form.properties).toMatchObject({
    Type: { enum: ['1', '2', '3', '5', '6', '7', '8'] },
    File: { format: 'binary' },
  })
  expect(Object.keys(post['x-access'].byType)).toEqual(['1', '2', '3', '5', '6', '7', '8'])
  const { get } = paths['/media/{name}']
  expect(get.parameters).toMatchObject([{ name: 'name', in: 'path', required: true }])
  expect(Object.keys(get.responses['200'].content)).toEqual(['image/webp'])
})
