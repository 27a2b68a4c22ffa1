import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#test/harness/app.ts'
import { testApp } from '#test/harness/app.ts'
import { corpus, crowded, plain, script } from '#test/pictures/files.ts'
import { formOf, sending } from '#test/pictures/sending.ts'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'

const { app, connection, tokenOf } = await testApp()
const { upload, fetch } = sending(app)
const owner = new pg.Client(connection)
const { nile, delta, pending, closed, omar, laila, deltaStudent, class4a, deltaClass1 } = world
const { parent, manager, otherManager, teacher, admin, pendingManager } = world

beforeAll(() => owner.connect())
afterAll(() => owner.end())

const unknown = idOf('nothing', 'at all')
const isProof = process.env.PROOF === 'on'

/** Everything that is stored of pictures, and every place that names one. */
async function stored() {
  const { rows } = await owner.query<{ name: string; content: Buffer }>('select name, content from media order by name')
  return rows
}
const pointers = async () => {
  const { rows } = await owner.query<{ at: string }>(`
    select 'student ' || id || image_url as at from students where image_url is not null union all
    select 'user ' || id || image_url from users where image_url is not null union all
    select 'school ' || id || image_url from schools where image_url is not null union all
    select 'icon ' || id || icon_url from school_contact_types where icon_url is not null union all
    select 'class ' || id || wcs_url from class_rooms where wcs_url is not null order by 1`)
  return rows.map(({ at }) => at)
}

describe('case 13: a hostile file', () => {
  test('case 13: of a corpus of more than forty, no original is stored and no metadata, only the pixels', async () => {
    const token = await tokenOf(parent)
    const files = await corpus()
    expect(files.length).toBeGreaterThan(40)
    const wrong: string[] = []
    for (const file of files) {
      const answer = await upload(token, { type: '2', id: parent.id, ...file })
      if (answer.statusCode !== file.fate) wrong.push(`${file.what}: ${answer.statusCode} ${answer.body}`)
    }
    expect(wrong).toEqual([])

    const kept = await stored()
    expect(kept.length).toBe(files.filter(({ fate }) => fate === 200).length)
    for (const { name, content } of kept) {
      expect(files.some(({ bytes }) => bytes.equals(content))).toBe(false)
      expect(name).toMatch(/^[\w-]{43}$/)
      const { format, width, height, pages, exif, icc, xmp, iptc, orientation, comments } =
        await sharp(content).metadata()
      expect({ format, pages, exif, icc, xmp, iptc, orientation, comments }).toEqual({ format: 'webp' })
      expect(Math.max(width, height)).toBeLessThanOrEqual(512)
      for (const word of ['SECRET', script.slice(0, 12), '<html', 'PK\x05\x06', 'Exif', 'GPS'])
        expect(content.includes(word), word).toBe(false)
    }
  })

  test('case 13: twenty at once do not bring the server down, nor swell it', async () => {
    const token = await tokenOf(parent)
    const large = await crowded(3500).jpeg({ quality: 5 }).toBuffer()
    expect(large.length).toBeLessThan(5 * 1024 * 1024)
    const before = process.memoryUsage.rss()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => upload(token, { type: '2', id: parent.id, bytes: large })),
    )
    const grown = process.memoryUsage.rss() - before
    const statuses = new Set(answers.map(({ statusCode }) => statusCode))
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses).toContain(200)
    expect(grown).toBeLessThan(150e6)
    await expect.poll(async () => (await fetch(token, '/API/Identity/Me')).statusCode).toBe(200)
    const small = await plain()
    const once = async () => (await upload(token, { type: '2', id: parent.id, bytes: small })).statusCode
    await expect.poll(once).toBe(200)
  })

  test('case 13: what is served can be nothing but a picture', async () => {
    const token = await tokenOf(parent)
    const bytes = Buffer.concat([await plain(), Buffer.from(`<html>${script}`)])
    const url = (await upload(token, { type: '2', id: parent.id, bytes, fileName: 'x.html', mime: 'text/html' })).json()
    const { statusCode, headers, rawPayload } = await fetch(token, url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; sandbox$/),
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(rawPayload.toString('latin1', 8, 12)).toBe('WEBP')
  })

  test('case 13: a file is read only for a caller who may store it', async () => {
    const broken = { bytes: (await plain()).subarray(0, 60) }
    expect((await upload(null, { type: '2', id: parent.id, ...broken })).statusCode).toBe(401)
    const token = await tokenOf(parent)
    expect((await upload(token, { type: '3', id: nile.id, ...broken })).statusCode).toBe(403)
    expect((await upload(token, { type: '2', id: manager.id, ...broken })).statusCode).toBe(404)
    const own = await upload(token, { type: '2', id: parent.id, ...broken })
    expect([own.statusCode, own.body]).toEqual([400, 'This picture cannot be read'])
  })
})

describe('case 14: the picture of another', () => {
  type Case = [who: string, person: Person, type: string, id: string, status: number]

  /** The people who may store each Type, by api.md §12. Everything else is refused. */
  const open: Record<string, [Person, string][]> = {
    1: [
      [manager, omar.id],
      [manager, laila.id],
      [manager, nile.id],
      [otherManager, deltaStudent.id],
      [otherManager, delta.id],
    ],
    2: [],
    3: [
      [manager, nile.id],
      [otherManager, delta.id],
      [pendingManager, pending.id],
    ],
    5: [],
    6: [
      [manager, class4a.id],
      [otherManager, deltaClass1.id],
    ],
    7: [
      [parent, omar.id],
      [parent, laila.id],
    ],
    8: [[parent, nile.id]],
  }
  const people = { parent, manager, otherManager, teacher, admin, pendingManager }
  /** The Types for which somebody holds the key in some school; for the others the answer is 403. */
  const keyed: Record<string, Person[]> = {
    1: [manager, otherManager, pendingManager],
    2: Object.values(people),
    3: [manager, otherManager, pendingManager],
    5: [admin],
    6: [manager, otherManager, pendingManager],
    7: Object.values(people),
    8: Object.values(people),
  }
  const things = {
    Omar: omar.id,
    Laila: laila.id,
    'a student of Delta': deltaStudent.id,
    Nile: nile.id,
    Delta: delta.id,
    'a pending school': pending.id,
    'a closed school': closed.id,
    'class 4a': class4a.id,
    'a class of Delta': deltaClass1.id,
    'a parent': world.classmatesParent.id,
    'the supervisor': world.supervisor.id,
    nothing: unknown,
  }

  const cases: Case[] = Object.entries(people).flatMap(([who, person]) =>
    Object.keys(open).flatMap((type) =>
      Object.values(things).map((id): Case => {
        const allowed = open[type]!.some(([one, thing]) => one === person && thing === id)
        const pendingStudents = type === '1' && person === pendingManager && id === pending.id
        if (pendingStudents) return [who, person, type, id, 409]
        const refused = keyed[type]!.includes(person) ? 404 : 403
        return [who, person, type, id, allowed ? 200 : refused]
      }),
    ),
  )

  test('case 14: no Type is a way to a thing of another, whatever id is tried', async () => {
    const bytes = await plain()
    const before = { pointers: await pointers(), stored: (await stored()).length }
    const wrong: string[] = []
    const refusals = new Map<number, Set<string>>()
    const refused = cases.filter(([, , , , status]) => status !== 200)
    expect(refused.length).toBeGreaterThan(300)
    // Each fifth, which comes by every thing, person and Type; the proof tries all of them.
    const tried = refused.filter(([, , , , status], nth) => isProof || status === 409 || nth % 5 === 0)
    for (const [who, person, type, id, status] of tried) {
      const answer = await upload(await tokenOf(person), { type, id, bytes })
      const what = Object.entries(things).find(([, one]) => one === id)![0]
      if (answer.statusCode !== status) wrong.push(`${who}, Type ${type}, ${what}: ${answer.statusCode}, not ${status}`)
      const { 'x-request-id': _, date: __, ...headers } = answer.headers
      const bytesOf = refusals.get(status) ?? new Set()
      refusals.set(status, bytesOf.add(JSON.stringify([headers, answer.body])))
    }
    expect(wrong).toEqual([])
    for (const [status, bodies] of refusals) expect([...bodies], String(status)).toHaveLength(1)
    expect({ pointers: await pointers(), stored: (await stored()).length }).toEqual(before)
  })

  test('case 14: each Type changes the picture of its own kind of thing, and no other', async () => {
    const bytes = await plain()
    const { rows } = await owner.query<{ id: string }>('select id from school_contact_types order by id limit 1')
    const allowed: [Person, string, string][] = [
      ...Object.entries(open).flatMap(([type, mine]) =>
        mine.map(([one, id]): [Person, string, string] => [one, type, id]),
      ),
      ...Object.values(people).map((one): [Person, string, string] => [one, '2', one.id]),
      [admin, '5', rows[0]!.id],
    ]
    for (const [person, type, id] of allowed) {
      const before = await pointers()
      const answer = await upload(await tokenOf(person), { type, id, bytes })
      expect([type, answer.statusCode]).toEqual([type, 200])
      const added = (await pointers()).filter((at) => !before.includes(at))
      // A picture for a student who is not there yet, or for an excuse or a transfer that nothing names yet.
      const free = type === '7' || type === '8' || (type === '1' && (id === nile.id || id === delta.id))
      expect(added).toHaveLength(free ? 0 : 1)
      if (!free) expect(added[0]).toContain(`${id}${answer.json()}`)
    }
  })

  test('case 14: a Type that is none of ours is refused', async () => {
    const bytes = await plain()
    for (const type of ['0', '4', '9', '10', '-1', '2.0', ' 2', '٢', '1e0', 'student', '__proto__', 'constructor']) {
      const answer = await upload(await tokenOf(manager), { type, id: nile.id, bytes })
      expect([type, answer.statusCode, answer.body]).toEqual([type, 400, 'Invalid enum value'])
    }
  })

  test('case 14: a Type sent twice is refused: one could pass the check and the other be stored', async () => {
    const form = await formOf({ UserId: nile.id, Type: '2' }, { bytes: await plain() })
    const answer = await app.inject({
      method: 'POST',
      url: `/ImageUploder/UploadImage?Type=3`,
      payload: form.payload,
      headers: { ...form.headers, authorization: `Bearer ${await tokenOf(manager)}` },
    })
    expect(answer.statusCode).toBe(400)
  })
})
