import { expect, test } from 'vitest'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile, omar, classmate } = world

test('of two students who get one number at the same moment one does', async () => {
  await sql('delete from official_records where student_id = $1', [classmate.id])
  const later = await withClient(connection, async (client) => {
    await client.query('begin')
    await client.query(
      `insert into official_records (id, school_id, student_id, number_kind, national_number)
       values ($1, $2, $3, 'passport', 'A7654321')`,
      [newId(), nile.id, classmate.id],
    )
    const saving = as(manager)(officialRecords.update, {
      id: omar.id,
      numberKind: 'passport',
      nationalNumber: 'A7654321',
    }).catch((refusal: unknown) => refusal)
    await expect.poll(() => sql(whoWaits)).toHaveLength(1)
    await client.query('commit')
    return saving
  })
  expect(later).toMatchObject(refused(409, 'This number is already in another record'))
})
