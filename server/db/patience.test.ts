import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { asRequests, testDatabase } from '#test/harness/database.ts'
import { sign } from '#test/harness/ground.ts'
import { type Db, guessingTransaction, openDb } from './db.ts'
import { isLost } from './lost.ts'
import { takeTime } from './patience.ts'
import { databaseTimes } from './request-account.ts'

const times = { ...databaseTimes, answer: 30_000 }
const db = openDb(asRequests(await testDatabase()), { sign, max: 1, times, answersIn: 1500 })
afterAll(() => db.destroy())

const slow = (tx: Db) => sql<{ done: boolean }>`select pg_sleep(3) is not null as done`.execute(tx)

test('a statement that takes its time is waited for as long as the database lets it run', async () => {
  const { rows } = await db.transaction().execute(async (tx) => {
    await takeTime(tx, { statement: 60 })
    return slow(tx)
  })
  expect(rows).toEqual([{ done: true }])
})

test('and no longer, nor by the next call on that connection', async () => {
  const tooLong = db.transaction().execute(async (tx) => {
    await takeTime(tx, { statement: 0.3, lock: 0.2, between: 5 })
    await slow(tx)
  })
  await expect(tooLong).rejects.toMatchObject({ code: '57014' })
  const problem: unknown = await db
    .transaction()
    .execute(slow)
    .catch((failed: unknown) => failed)
  expect(isLost(problem)).toBe(true)
})

test('it is kept by a read that goes on after the statement with which it ended before', async () => {
  const read = (goesOn: boolean) =>
    guessingTransaction(db, async (tx) => {
      await takeTime(tx, { statement: 8 })
      await sql`select 1 as one`.execute(tx)
      if (!goesOn) return []
      return (await sql`select current_setting('statement_timeout') as most`.execute(tx)).rows
    })
  expect(await read(false)).toEqual([])
  expect(await read(true)).toEqual([{ most: '8s' }])
})
