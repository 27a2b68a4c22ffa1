import { expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { crossingIn } from '#test/harness/crossing.ts'
import { promoting } from '#test/harness/promoting.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { manager, nile, omar } = world
const { sql, work, anew, start, allUp, done, undone } = promoting(app)
const crossing = crossingIn(connection)
work()

test('a promotion stays done where a register of a new class is saved at the moment of its undo', async () => {
  await anew()
  const { id } = await start()
  await allUp(id)
  await done(id)
  const [{ class_room_id: newClass }] = await sql('select class_room_id from students where id = $1', [omar.id])
  const [saved, taken] = await crossing(
    `insert into attendance_sheets (school_id, class_room_id, date, version, saved_by) values ($1, $2, $3, 0, $4)`,
    [nile.id, newClass, today, manager.id],
    () =>
      as(manager)(attendance.save, {
        classRoomId: newClass,
        date: today,
        students: [{ studentId: omar.id, state: 'present' }],
      }),
    () => undone(id),
  )
  expect(saved).toMatchObject({ status: 'fulfilled' })
  expect(taken).toMatchObject({
    value: { state: 'done', reason: 'Later changes stand in the way for some students' },
  })
  expect(await sql('select class_room_id from students where id = $1', [omar.id])).toEqual([
    { class_room_id: newClass },
  ])
  await sql('delete from attendance_marks where date = $1', [today])
  expect(await undone(id)).toMatchObject({ state: 'undone', kept: 0 })
})
