import { beforeEach, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { classMoves } from '#contract/people/class-moves/class-moves.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { crossingIn } from '#test/harness/crossing.ts'
import { sqlIn } from '#test/harness/database.ts'
import { refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const sql = sqlIn(connection)
const crossing = crossingIn(connection)
const { manager, nile, class4a, class5a, classmate } = world

await sql('update class_rooms set max_of_students = 200')

let moveId: string
beforeEach(async () => {
  await sql('delete from attendance_marks where date = $1', [today])
  await sql('delete from attendance_sheets where date = $1', [today])
  const move = { classRoomId: class4a.id, toClassRoomId: class5a.id }
  const { plan } = await as(manager)(classMoves.plan, move)
  moveId = (await as(manager)(classMoves.move, { ...move, plan })).id
})

const undo = () => as(manager)(classMoves.undo, { classRoomId: class4a.id, moveId })
const register = () =>
  as(manager)(attendance.save, {
    classRoomId: class5a.id,
    date: today,
    students: [{ studentId: classmate.id, state: 'present' }],
  })
const marks = () =>
  sql('select class_room_id from attendance_marks where student_id = $1 and date = $2', [classmate.id, today])

describe('the undo of a move and a register of the new class at the same moment', () => {
  test('the move stays where the register was first', async () => {
    // The register has locked its students, and waits for its sheet.
    const [saved, undone] = await crossing(
      `insert into attendance_sheets (school_id, class_room_id, date, version, saved_by) values ($1, $2, $3, 0, $4)`,
      [nile.id, class5a.id, today, manager.id],
      register,
      undo,
    )
    expect(saved).toMatchObject({ status: 'fulfilled' })
    expect(undone).toMatchObject({ reason: refused(409, 'A student already has records in the new class') })
    expect(await marks()).toEqual([{ class_room_id: class5a.id }])
    await sql('delete from attendance_marks where date = $1', [today])
    await undo()
  })

  test('the register is refused where the undo was first', async () => {
    // The undo has locked its students, and waits for what they joined.
    const [undone, saved] = await crossing(
      'select from student_classes where school_id = $1 and student_id = $2 and class_room_id = $3 and to_day is null for update',
      [nile.id, classmate.id, class5a.id],
      undo,
      register,
    )
    expect(undone).toMatchObject({ value: { undone: true } })
    expect(saved).toMatchObject({ reason: refused(400, 'A student is not in this class') })
    expect(await marks()).toEqual([])
  })
})
