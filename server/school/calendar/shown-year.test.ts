import { expect, test } from 'vitest'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { parent, nile } = world
const year = () => as(parent)(calendar.year, { schoolId: nile.id })

test('a year that became the current one long before its months is shown to its end', async () => {
  const { yearId, firstDay, lastDay } = await year()
  const beganOn = (day: string) => sql('update school_years set began_on = $2 where id = $1', [yearId, day])
  await beganOn(daysFrom(firstDay, -3))
  expect(await year()).toMatchObject({ firstDay: daysFrom(firstDay, -3), lastDay })
  await beganOn(daysFrom(lastDay, -500))
  expect(await year()).toMatchObject({ firstDay: daysFrom(lastDay, -369), lastDay })
})
