import { sql as statement } from 'kysely'
import { expect, test } from 'vitest'
import { emptyDatabase, sqlIn } from '#test/harness/database.ts'
import { listeningTo } from './listening.ts'

const owner = await emptyDatabase()
const sql = sqlIn(owner)

test('a connection that was closed is not opened again, not even for a query that waited for its turn', async () => {
  const connection = listeningTo('outbox', owner, () => {})
  const ask = (text: string) => connection.query((db) => statement.raw(text).execute(db))
  const open = () => sql(`select from pg_stat_activity where application_name = 'kashkool outbox'`)
  await ask('select 1')
  expect(await open()).toHaveLength(1)

  const queries = Promise.allSettled([ask('select pg_sleep(0.2)'), ask('select 1')])
  await connection.close()
  expect((await queries)[1]).toMatchObject({ status: 'rejected', reason: { message: 'Connection terminated' } })
  await expect.poll(open).toEqual([])
})
