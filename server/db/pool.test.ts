import { afterAll, expect, test, vi } from 'vitest'
import { schoolById } from '#server/access/authorise.queries.ts'
import { asRequests, testDatabase } from '#test/harness/database.ts'
import { sign } from '#test/harness/ground.ts'
import { unlimited } from '#test/harness/unlimited.ts'
import { world } from '#test/world/world.ts'
import { type Db, guessingTransaction, openDb, type PoolCounts } from './db.ts'

const connection = asRequests(await testDatabase())
const pools: PoolCounts[] = []
const opened = (pool: PoolCounts) => void pools.push(pool)
const db = openDb(connection, { sign, times: unlimited.databaseTimes, max: 3, opened })
afterAll(() => db.destroy())
const [pool] = pools as [PoolCounts]

const read = (tx: Db) => schoolById(tx, world.nile.id)
const call = (work: (tx: Db) => Promise<unknown> = read) => guessingTransaction(db, work)

test('calls that follow each other take turns on one connection, whose commit is still on its way', async () => {
  for (let n = 0; n < 5; n++) await call()
  expect(pool.totalCount).toBe(1)
})

test('a call that comes while another works opens one', async () => {
  await call(async (tx) => [await read(tx), await call()])
  expect(pool.totalCount).toBe(2)
})

test('a connection is kept for minutes without a call, with what it has planned', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await call()
    while (pool.idleCount < pool.totalCount) await new Promise(setImmediate)
    const open = pool.totalCount
    vi.advanceTimersByTime(9 * 60_000)
    expect(pool.totalCount).toBe(open)
    vi.advanceTimersByTime(2 * 60_000)
    expect(pool.totalCount).toBeLessThan(open)
  } finally {
    vi.useRealTimers()
  }
})
