import { expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, class4a, omar, classmate } = world
const reasonId = (await as(manager)(leavings.reasons, {}))[0]!.id
const leftOn = daysFrom(today, -2)

const leave = (studentId: string, removeMarks?: boolean) =>
  as(manager)(leavings.enter, { studentId, reasonId, leftOn, ...(removeMarks !== undefined && { removeMarks }) })
const daysOf = async (studentId: string) =>
  (
    await sql('select date::text as day from attendance_marks where student_id = $1 and date >= $2 order by date', [
      studentId,
      leftOn,
    ])
  ).map(({ day }) => day)

for (const { id } of [omar, classmate]) await sql('delete from attendance_marks where student_id = $1', [id])
for (const date of [leftOn, today])
  await as(manager)(attendance.save, {
    classRoomId: class4a.id,
    date,
    students: [omar, classmate].map(({ id }) => ({ studentId: id, state: 'present' as const })),
  })

test('a leaving in the past with marks after it asks what becomes of them, and stores nothing', async () => {
  await expect(leave(omar.id)).rejects.toMatchObject(refused(409, 'Marks of attendance after this day: 1'))
  expect(await as(manager)(leavings.list, { studentId: omar.id })).toEqual([])
})

test('the marks after the last day are removed where the school says so, and their registers are new versions', async () => {
  const version = async () =>
    (await as(manager)(attendance.sheets, { classRoomId: class4a.id, dateFrom: today }))[0]!.version
  const before = await version()
  await leave(omar.id, true)
  expect(await daysOf(omar.id)).toEqual([leftOn])
  expect(await version()).toBe(before + 1)
})

test('they stay where the school says so', async () => {
  await leave(classmate.id, false)
  expect(await daysOf(classmate.id)).toEqual([leftOn, today])
})
