import { expect, test } from 'vitest'
import { homework } from '#contract/teaching/homework/homework.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { withClient } from '#server/db/client.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, rowsOf } = tracesIn(connection)
const { manager, arabic, class4a, class4b, omar, classmate, nile } = world

const set = { classRoomId: class4a.id, courseId: arabic.id, date: today, details: 'صفحة ٣', rate: 10 }

test.each([
  ['several', () => as(manager)(homework.add, { ...set, studentIds: [omar.id, classmate.id] })],
  ['one', () => as(manager)(studentHomework.add, { ...set, studentId: omar.id })],
])('work for %s of whom one leaves the class at the same moment is not set for fewer', async (_, add) => {
  const before = await rowsOf('homework', 'student_homework')
  const added = await withClient(connection, async (client) => {
    await client.query('begin')
    await client.query('select from class_rooms where school_id = $1 and id = $2 for update', [nile.id, class4a.id])
    const adding = add().catch((refusal: unknown) => refusal)
    await expect.poll(() => sql(whoWaits)).toHaveLength(1)
    const move = 'update students set class_room_id = $1 where school_id = $2 and id = $3'
    await client.query(move, [class4b.id, nile.id, omar.id])
    await client.query('commit')
    return adding
  })
  await sql('update students set class_room_id = $1 where id = $2', [class4a.id, omar.id])
  expect(added).toMatchObject(refused(400, 'A student is not in this class'))
  expect(await rowsOf('homework', 'student_homework')).toEqual(before)
})
