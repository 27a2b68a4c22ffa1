import { expect, test } from 'vitest'
import { desk } from '#contract/teaching/absence/desk.ts'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { home } from '#contract/overviews/home/home.ts'
import { severalStudents } from '#contract/people/students/several-students.ts'
import { daysFrom } from '#server/base/days.ts'
import { runningRule } from '#test/world/absence-rules.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { recordAbsence } from '#test/harness/deliveries.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, secondSupervisor, nile, omar, class4a, class4b } = world
const day = (ago: number) => daysFrom(today, -ago)

test('a student who changes class keeps the days that were counted, and goes on counting in the new one', async () => {
  await sql('delete from attendance_marks where school_id = $1', [nile.id])
  await as(manager)(absenceRules.save, { schoolId: nile.id, excuseWithin: 7, rules: [runningRule(2, 3)] })
  const absent = (classRoomId: string, ago: number) =>
    as(manager)(attendance.save, { classRoomId, date: day(ago), students: [{ studentId: omar.id, state: 'absent' }] })
  const open = async () => {
    await recordAbsence(connection)
    const steps = await as(manager)(absenceRules.steps, { schoolId: nile.id, state: 'open' })
    return steps.toSorted((a, b) => a.threshold - b.threshold).map(({ threshold, days }) => [threshold, days])
  }
  await absent(class4a.id, 2)
  await absent(class4a.id, 1)
  expect(await open()).toEqual([[2, [day(2), day(1)]]])

  await as(manager)(severalStudents.move, { classRoomId: class4b.id, studentIds: [omar.id] })
  expect(await open()).toEqual([[2, [day(2), day(1)]]])
  await absent(class4b.id, 0)
  expect(await open()).toEqual([
    [2, [day(2), day(1)]],
    [3, [day(2), day(1), today]],
  ])

  const read = (person: { phone: string }) => as(person)(absenceRules.student, { studentId: omar.id })
  expect((await read(secondSupervisor)).counts[0]!.days).toEqual([day(2), day(1), today])
  await expect(read(supervisor)).rejects.toMatchObject(notFound)
})

test('a student who changes class during a day is once on its desk, as the register says that had the student', async () => {
  await sql('delete from attendance_marks where school_id = $1', [nile.id])
  await sql('delete from attendance_sheets where school_id = $1', [nile.id])
  const move = ({ id }: { id: string }) => as(manager)(severalStudents.move, { classRoomId: id, studentIds: [omar.id] })
  const mark = (classRoomId: string, state: 'present' | 'absent', baseVersion = 0) =>
    as(manager)(attendance.save, { classRoomId, date: today, students: [{ studentId: omar.id, state }], baseVersion })
  const seen = async () => {
    const { students, counts } = await as(manager)(desk.get, { schoolId: nile.id })
    const { attendance: day } = await as(manager)(home.school, { schoolId: nile.id })
    return { listed: students.length, absent: counts.absent, atHome: day!.absentStudents.length }
  }
  await move(class4a)
  await mark(class4a.id, 'absent')
  await move(class4b)
  expect(await seen()).toEqual({ listed: 1, absent: 1, atHome: 1 })
  await mark(class4a.id, 'present', 1)
  expect(await seen()).toEqual({ listed: 0, absent: 0, atHome: 0 })
})
