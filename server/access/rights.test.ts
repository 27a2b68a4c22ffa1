import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { openDb } from '#server/db/db.ts'
import { asRequests, testDatabase } from '#test/harness/database.ts'
import { sign } from '#test/harness/ground.ts'
import { unlimited } from '#test/harness/unlimited.ts'
import { world } from '#test/world/world.ts'
import { actAs, rightsOf } from './authorise.queries.ts'

const connection = await testDatabase()
const db = openDb(asRequests(connection), { sign, times: unlimited.databaseTimes })
afterAll(() => db.destroy())

test('the rights of a person read the schools they belong to, however many others there are', async () => {
  await withClient(connection, (client) =>
    client.query(
      `insert into schools (id, name, about, vision, admin_id, coin_type_id, active)
       select gen_random_uuid(), 'School ' || n, 'About', 'Vision', $1, (select id from coin_types limit 1), true
       from generate_series(1, 2000) as n`,
      [world.otherManager.id],
    ),
  )
  await withClient(connection, (client) => client.query('analyze schools'))

  const { rows } = await db.transaction().execute(async (tx) => {
    await actAs(tx, world.teacher.id)
    const rights = await rightsOf(tx, world.teacher.id)
    expect(rights.schools.map(({ id }) => id)).toEqual([world.nile.id])
    return sql<{ seqTupRead: number; idxTupFetch: number }>`
      select seq_tup_read, idx_tup_fetch from pg_stat_xact_user_tables where relname = 'schools'`.execute(tx)
  })
  expect(rows[0]!.seqTupRead).toBe(0)
  expect(rows[0]!.idxTupFetch).toBeLessThan(5)
})
