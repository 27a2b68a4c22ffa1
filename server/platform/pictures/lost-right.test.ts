import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { plain } from '#test/pictures/files.ts'
import { sending } from '#test/pictures/sending.ts'
import { world } from '#test/world/world.ts'
import { batches } from '#server/db/batch.ts'

const { app, connection, tokenOf } = await testApp()
const { upload } = sending(app)
const owner = new pg.Client(connection)
const { newcomer, nile } = world
/** The tests replace `connect`, because each transaction takes a connection from the pool. */
const connections = pg.Pool.prototype as unknown as { connect: (...waiting: unknown[]) => Promise<unknown> }

beforeAll(() => owner.connect())
afterAll(() => owner.end())

const give = (key: string) =>
  owner.query(
    `insert into user_permissions (user_id, permission_id, school_id) select $1, id, $2 from permissions where key = $3
     on conflict do nothing`,
    [newcomer.id, nile.id, key],
  )
const withdraw = (key: string) =>
  owner.query(
    'delete from user_permissions where user_id = $1 and permission_id = (select id from permissions where key = $2)',
    [newcomer.id, key],
  )
const pictures = async () => (await owner.query('select count(*)::int as count from media')).rows[0].count as number

test('a right kept while the picture is decoded stores it', async () => {
  const { send, before } = await sender()
  expect((await onceDecided(async () => {}, send)).statusCode).toBe(200)
  expect(await pictures()).toBe(before + 1)
})

test('a right lost while the picture is decoded stores no picture', async () => {
  const { send, before } = await sender()
  // UpdateStudentInfo still allows the operation, but a free picture needs the key that was removed.
  const answer = await onceDecided(() => withdraw('AssignStudentToSchool'), send)
  expect([answer.statusCode, answer.body]).toEqual([404, 'Not found'])
  expect(await pictures()).toBe(before)
})

async function sender() {
  await give('UpdateStudentInfo')
  await give('AssignStudentToSchool')
  const token = await tokenOf(newcomer)
  const send = async () => upload(token, { type: '1', id: nile.id, bytes: await plain('png') })
  return { send, before: await pictures() }
}

/** Does something between the second transaction of a call, which decides, and the third, which stores. */
async function onceDecided<T>(something: () => Promise<unknown>, call: () => Promise<T>): Promise<T> {
  const { ask } = batches
  const { connect } = connections
  let ended = 0
  let done: Promise<unknown> | undefined
  batches.ask = async function (asked) {
    const isDeciding = asked.text === 'commit' && ++ended === 2
    const answer = ask.call(this, asked)
    if (isDeciding) done = answer.then(something)
    return answer
  }
  connections.connect = async function (...waiting) {
    await done
    return connect.apply(this, waiting)
  }
  try {
    return await call()
  } finally {
    batches.ask = ask
    connections.connect = connect
  }
}
