import { expect, onTestFinished, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { deliverEvents } from '#server/outbox/worker.ts'
import { today } from '#test/world/clock.ts'
import { pushGround } from '#test/push/ground.ts'
import { counted, during } from '#test/harness/traffic.ts'
import { world } from '#test/world/world.ts'
import { inboxChannel, inboxPace } from './delivery.ts'

const { as, sql, connection, browserOf, waiting } = await pushGround()
const { supervisor, parent, mother, classmatesParent, class4a, omar, classmate } = world

const untilDelivered = () =>
  expect.poll(() => sql('select from outbox where delivered_at is null'), { interval: 20 }).toEqual([])

test('a saved register costs two statements afterwards, whatever number of parents and devices it concerns', async () => {
  for (const person of [parent, mother, classmatesParent]) await browserOf(person)
  const save = (state: 'present' | 'absent') =>
    as(supervisor)(attendance.save, {
      classRoomId: class4a.id,
      date: today,
      students: [omar, classmate].map(({ id }) => ({ studentId: id, state })),
    })
  const { connection: owner, traffic } = counted(connection)
  const worker = deliverEvents(owner, inboxChannel({ sms: false }), { pace: inboxPace })
  onTestFinished(worker.stop)
  await save('present')
  await save('absent')
  await untilDelivered()
  await save('present')

  const { statements } = await during(traffic, async () => {
    await save('absent')
    await untilDelivered()
    await worker.stop()
  })
  expect(statements).toBe(2)
  expect(await sql('select from inbox_items')).toHaveLength(6)
  expect(await waiting()).toBe(6)
})
