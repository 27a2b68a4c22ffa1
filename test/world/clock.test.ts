import { expect, test } from 'vitest'
import { civilDay, homeZone } from '#server/base/days.ts'
import { ask, testDatabase } from '#test/harness/database.ts'
import { clock, now, today } from './clock.ts'

const database = await testDatabase()

test('server, world and database live on the day of the tests', async () => {
  const before = now()
  const [read] = await ask<{ now: Date; at: Date; said: Date }>(
    database,
    `insert into audit_lines (operation, outcome, request_id) values ('GET', '200', gen_random_uuid())
     returning now(), at, statement_timestamp() as said`,
  )
  const times = Object.values(read!).map((time) => time.getTime())
  expect(times.every((time) => before <= time && time <= now())).toBe(true)
  expect(civilDay(clock.now(), homeZone)).toBe(today)
})
