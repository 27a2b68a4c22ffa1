import { expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { testApp } from '#test/harness/app.ts'

const { connection } = await testApp()

test('an active school is found by its id alone, however many there are', async () => {
  await withClient(connection, async (client) => {
    await client.query('begin')
    await client.query(
      `insert into schools (id, name, about, vision, active, coin_type_id, admin_id)
       select gen_random_uuid(), 'School ' || n, 'A', 'B', true, coin_type_id, admin_id
       from generate_series(1, 400) n, (select coin_type_id, admin_id from schools where active limit 1) one`,
    )
    await client.query('analyze schools')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) select from inbox_items i cross join lateral (
         select from schools s where s.id = i.at_school_id and s.active limit 1) its`,
    )
    await client.query('rollback')
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('schools_active')
  })
})
