import { afterAll, expect, test } from 'vitest'
import { schoolById } from '#server/access/authorise.queries.ts'
import { asRequests, sqlIn, testDatabase } from '#test/harness/database.ts'
import { sign } from '#test/harness/ground.ts'
import { unlimited } from '#test/harness/unlimited.ts'
import { world } from '#test/world/world.ts'
import { guessingTransaction, openDb } from '#server/db/db.ts'
import { confirmed } from './ways.ts'

const connection = await testDatabase()
const sql = sqlIn(connection)
const db = openDb(asRequests(connection), { sign, times: unlimited.databaseTimes, max: 3 })
afterAll(() => db.destroy())

/** The result of a call about a school, after all its guesses are confirmed. */
const call = () =>
  guessingTransaction(db, async (tx) => {
    const school = await schoolById(tx, world.nile.id)
    await confirmed(tx)
    return school!.timeZone
  })
const atOnce = () => Promise.all([call(), call(), call()])

test('of several calls that go on with former rows at once, none comes to a decision by them', async () => {
  const [before] = await atOnce()
  await sql(`update schools set time_zone = 'Asia/Dubai' where id = $1`, [world.nile.id])
  expect(before).not.toBe('Asia/Dubai')
  expect(await atOnce()).toEqual(Array(3).fill('Asia/Dubai'))
})
