import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { plain } from '#test/pictures/files.ts'
import { sending } from '#test/pictures/sending.ts'
import { world } from '#test/world.ts'
import { batches } from '#server/db/batch.ts'

const { app, connection, tokenOf } = await testApp()
const { upload } = sending(app)
const owner = new pg.Client(connection)
const { newcomer, nile } = world

beforeAll(() => owner.connect())
afterAll(() => owner.end())

const give = (key: string) =>
  owner.query(
    `insert into user_permissions (user_id, permission_id, school_id) select $1, id, $2 from permissions where key = $3`,
    [newcomer.id, nile.id, key],
  )
const withdraw = (key: string) =>
  owner.query(
    'delete from user_permissions where user_id = $1 and permission_id = (select id from permissions where key = $2)',
    [newcomer.id, key],
  )
const pictures = async () => (await owner.query('select count(*)::int as count from media')).rows[0].count as number

test('a right lost while the picture is decoded stores no picture', async () => {
  const token = await tokenOf(newcomer)
  await give('UpdateStudentInfo')
  await give('AssignStudentToSchool')
  const send = async () => upload(token, { type: '1', id: nile.id, bytes: await plain('png') })
  const before = await pictures()
  expect((await send()).statusCode).toBe(200)

  // UpdateStudentInfo still opens the operation; a picture of nobody yet needs the key that is gone.
  const answer = await onceDecided(() => withdraw('AssignStudentToSchool'), send)
  expect([answer.statusCode, answer.body]).toEqual([404, 'Not found'])
  expect(await pictures()).toBe(before + 1)
})

/** Does something between the first transaction of a call, which decides, and the second, which stores. */
async function onceDecided<T>(something: () => Promise<unknown>, call: () => Promise<T>): Promise<T> {
  const { ask } = batches
  let decided = false
  batches.ask = async function (asked) {
    const answer = await ask.call(this, asked)
    if (decided || !/^(commit|rollback)$/.test(asked.text)) return answer
    decided = true
    await something()
    return answer
  }
  try {
    return await call()
  } finally {
    batches.ask = ask
  }
}
