import { expect, test } from 'vitest'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { withClient } from '#server/db/client.ts'
import { runningRule } from '#test/world/absence-rules.ts'
import { testApp } from '#test/harness/app.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile } = world

test('a rule that was removed while a save waited is not saved', async () => {
  const running = runningRule(2)
  const save = (rules: object[]) =>
    as(manager)(absenceRules.save, { schoolId: nile.id, excuseWithin: 7, rules: rules as (typeof running)[] })
  const [stored] = (await save([running])).rules

  const saved = await withClient(connection, async (client) => {
    await client.query(`begin; select from absence_settings where school_id = '${nile.id}' for update`)
    const saving = save([{ ...running, id: stored!.id, ruleName: 'متصل' }]).catch((refused: unknown) => refused)
    await expect.poll(() => sql(whoWaits)).toHaveLength(1)
    await client.query('update absence_rules set removed_at = now(); commit')
    return saving
  })
  expect(saved).toMatchObject(notFound)
  expect(await sql('select from absence_rules where name = $1', ['متصل'])).toEqual([])
})

test('a school that never had a rule counts nothing anew when its calendar changes', async () => {
  for (const table of ['absence_rules', 'outbox']) await sql(`delete from ${table}`)
  const counted = () => sql(`select from outbox where event = 'absence changed'`)
  const openWeekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday']
  await as(manager)(calendarSettings.week, { schoolId: nile.id, openWeekdays, grades: [] })
  expect(await counted()).toEqual([])
  await as(manager)(absenceRules.save, { schoolId: nile.id, excuseWithin: 7, rules: [runningRule(2)] })
  expect((await counted()).length).toBeGreaterThan(0)
})
