import { expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { daysFrom } from '#server/base/days.ts'
import { today } from './clock.ts'
import { emptyDatabase, sqlIn } from '#test/harness/database.ts'
import { loadDemo, world } from './world.ts'

const connection = await emptyDatabase()
const sql = sqlIn(connection)

test('the demo has an excuse that waits, days that are excused ahead, calls, whom to call, and a pupil at a step', async () => {
  await loadDemo(connection, today, { morning: true })
  await withClient(connection, (client) => client.query('analyze'))
  const excuses = await sql('select student_id, accepted, from_day::text from excuses order by accepted nulls first')
  expect(excuses).toEqual([
    { student_id: world.omar.id, accepted: null, from_day: expect.any(String) },
    { student_id: world.laila.id, accepted: true, from_day: daysFrom(today, 1) },
  ])
  const steps = await sql(
    'select student_id, cardinality(days) as days, at from absence_steps where withdrawn_at is null',
  )
  expect(steps.length).toBeGreaterThan(0)
  for (const { days, at } of steps) expect(days).toBe(at)
  expect((await sql('select from absence_calls')).length).toBeGreaterThan(0)
  const unreached = await sql(
    `select m.student_id from attendance_marks m where m.school_id = '${world.nile.id}' and m.date = '${today}'
       and m.state = 'absent' and not exists (
         select from student_parents p join users u on u.id = p.parent_id where p.student_id = m.student_id)`,
  )
  const absent = await sql(
    `select from attendance_marks where school_id = '${world.nile.id}' and date = '${today}' and state = 'absent'`,
  )
  expect(unreached.length).toBeLessThan(absent.length / 2)
})
