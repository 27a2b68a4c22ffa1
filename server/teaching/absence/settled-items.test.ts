import { expect, test } from 'vitest'
import { desk } from '#contract/teaching/absence/desk.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, nile, class4a, omar } = world

test('the reminder of a register is in the inbox on its day, until the register is there', async () => {
  await sql('delete from attendance_marks where school_id = $1 and date = $2', [nile.id, today])
  await as(manager)(desk.remind, { classRoomId: class4a.id })
  await deliverAll(connection)
  const isListed = async () => (await as(supervisor)(inbox.items, {})).some(({ kind }) => kind === 'registerMissing')
  const delivered = (ago: string) =>
    sql(`update inbox_items set at = at - $1::interval where kind = 'registerMissing'`, [ago])
  expect(await isListed()).toBe(true)
  await delivered('1 day')
  expect(await isListed()).toBe(false)
  await delivered('-1 day')
  expect(await isListed()).toBe(true)

  const students = [{ studentId: omar.id, state: 'present' as const }]
  await as(manager)(attendance.save, { classRoomId: class4a.id, date: today, students })
  expect(await isListed()).toBe(false)
})
