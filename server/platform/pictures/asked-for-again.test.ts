import { expect, test } from 'vitest'
import { openDb } from '#server/db/db.ts'
import { type Person, testApp } from '#test/harness/app.ts'
import { asRequests, sqlIn } from '#test/harness/database.ts'
import { plain } from '#test/pictures/files.ts'
import { sending } from '#test/pictures/sending.ts'
import { whenOver } from '#test/harness/when-over.ts'
import { world } from '#test/world/world.ts'
import { publicPicture } from './shown.queries.ts'

/** Ten pictures a minute for one visitor; 40 for one address. */
const { app, connection, tokenOf } = await testApp({ calls: { person: 1e9, writes: 1e9, visitor: 4 } })
const { upload } = sending(app)
const { manager, teacher, parent, omar, nile } = world
const sql = sqlIn(connection)

const fetched = (url: string, from: string, headers: Record<string, string> = {}) =>
  app.inject({ url, remoteAddress: from, headers })
const sent = async (person: Person, type: string, id: string): Promise<string> =>
  (await upload(await tokenOf(person), { type, id, bytes: await plain() })).json()

test('a picture that the client has is not read again, and only asked whether it still may be seen', async () => {
  const url = await sent(manager, '3', nile.id)
  const name = url.slice('/media/'.length)
  const again = await fetched(url, '10.0.0.1', { 'if-none-match': `"${name}"` })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await fetched('/media/a-name-of-no-picture', '10.0.0.1')).statusCode).toBe(404)

  const db = openDb(asRequests(connection), { max: 1 })
  whenOver(() => db.destroy())
  expect(await publicPicture(db, name, false)).toEqual({})
  expect(await publicPicture(db, name, true)).toEqual({ content: expect.any(Buffer) })
})

test('pictures are counted by the address of visitors, whatever secret they make up, and not for people who are known', async () => {
  const url = await sent(manager, '3', nile.id)
  const guess = (nth: number) => ({ authorization: `Bearer guess${nth}` })
  const token = { authorization: `Bearer ${await tokenOf(teacher)}` }
  expect((await app.inject({ url: '/API/Identity/Me', headers: token })).statusCode).toBe(200)
  for (let n = 0; n < 40; n++) expect((await fetched(url, '10.0.0.2', n % 2 ? guess(n) : {})).statusCode).toBe(200)
  for (const headers of [{}, guess(40)]) expect((await fetched(url, '10.0.0.2', headers)).statusCode).toBe(429)
  expect((await fetched(url, '10.0.0.2', token)).statusCode).toBe(200)
  expect((await fetched(url, '10.0.0.3')).statusCode).toBe(200)
})

test('a session that still needs its second proof sees no private picture, and is no guess of its address', async () => {
  const url = await sent(manager, '1', omar.id)
  const token = { authorization: `Bearer ${await tokenOf(parent)}` }
  expect((await fetched(url, '10.0.0.4', token)).statusCode).toBe(200)
  await sql('update sessions set proof_due = true where user_id = $1', [parent.id])
  for (let n = 0; n < 6; n++) expect((await fetched(url, '10.0.0.4', token)).statusCode).toBe(404)
  expect((await fetched(url, '10.0.0.4', { authorization: 'Bearer guess' })).statusCode).toBe(404)
})
