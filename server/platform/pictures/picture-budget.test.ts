import { expect, test } from 'vitest'
import { type Person, testApp } from '#test/harness/app.ts'
import { sqlIn } from '#test/harness/database.ts'
import { plain } from '#test/pictures/files.ts'
import { sending } from '#test/pictures/sending.ts'
import { world } from '#test/world/world.ts'

const { app, connection, tokenOf } = await testApp({ storedPictures: { activeSchool: 3, elsewhere: 2 } })
const { upload } = sending(app)
const sql = sqlIn(connection)
const { manager, teacher, pendingManager, omar, pending } = world

const sent = async (person: Person, type: string, id: string) => {
  const { statusCode, body, headers } = await upload(await tokenOf(person), { type, id, bytes: await plain() })
  return statusCode === 200 ? 200 : [statusCode, body, headers['retry-after']]
}
const dayIsOver = [
  429,
  'You have stored more pictures today than one person may; please go on tomorrow',
  expect.stringMatching(/^8[56]\d{3}$/),
]
const storedBy = async ({ id }: { id: string }) =>
  (await sql('select from media where uploaded_by = $1 and created_at > now() - interval $$1 hour$$', [id])).length

test('a person stores so much in a day, more of it in an active school, and goes on after the day', async () => {
  const before = await storedBy(manager)
  for (let n = 0; n < 3; n++) expect(await sent(manager, '1', omar.id)).toBe(200)
  expect(await sent(manager, '1', omar.id)).toEqual(dayIsOver)
  for (let n = 0; n < 2; n++) expect(await sent(manager, '2', manager.id)).toBe(200)
  expect(await sent(manager, '2', manager.id)).toEqual(dayIsOver)
  expect(await storedBy(manager)).toBe(before + 5)

  await sql(`update rate_limits set expire = 0 where key like 'pictures%'`)
  expect(await sent(manager, '1', omar.id)).toBe(200)
})

test('in a school that is not active it is the smaller part, and what others stored counts for nobody', async () => {
  for (let n = 0; n < 2; n++) expect(await sent(pendingManager, '3', pending.id)).toBe(200)
  expect(await sent(pendingManager, '3', pending.id)).toEqual(dayIsOver)
  expect(await sent(teacher, '2', teacher.id)).toBe(200)
})
