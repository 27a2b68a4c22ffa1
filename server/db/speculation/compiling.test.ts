import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { asRequests, sqlIn, testDatabase } from '#test/harness/database.ts'
import { sign } from '#test/harness/ground.ts'
import { openDb } from '#server/db/db.ts'

const connection = await testDatabase()
const owner = sqlIn(connection)
const [{ name }] = await owner('select current_database() as name')
await owner(`alter database ${name} set jit = on`)
const db = openDb(asRequests(connection), { sign, max: 1 })
afterAll(() => db.destroy())

test('no statement of a call is compiled, on a server that compiles others', async () => {
  const { rows } = await db.transaction().execute((tx) => sql`select current_setting('jit') as jit`.execute(tx))
  expect(rows).toEqual([{ jit: 'off' }])
})
