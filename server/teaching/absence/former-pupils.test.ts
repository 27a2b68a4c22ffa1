import { expect, test } from 'vitest'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { severalStudents } from '#contract/people/students/several-students.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { daysFrom } from '#server/base/days.ts'
import { runningRule } from '#test/world/absence-rules.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { recordAbsence } from '#test/harness/deliveries.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, parent, nile, class4a, class5a, omar, laila } = world
const studentId = omar.id

test('the days that counted of a child who left are still read, and no register of theirs makes a step', async () => {
  await sql('delete from attendance_marks where school_id = $1', [nile.id])
  await as(manager)(absenceRules.save, { schoolId: nile.id, excuseWithin: 7, rules: [runningRule(3)] })
  const absent = (ago: number) =>
    as(manager)(attendance.save, {
      classRoomId: class4a.id,
      date: daysFrom(today, -ago),
      students: [{ studentId, state: 'absent' }],
    })
  for (const ago of [2, 1]) await absent(ago)
  const read = async (person: { phone: string }) => {
    const { counts, steps } = await as(person)(absenceRules.student, { studentId })
    return [counts.map(({ days }) => days.length), steps.length]
  }
  expect(await read(parent)).toEqual([[2], 0])

  const { id: reasonId } = (await as(manager)(leavings.reasons, {}))[0]!
  await as(manager)(leavings.enter, { studentId, reasonId })
  for (const person of [parent, manager]) expect(await read(person)).toEqual([[2], 0])
  await absent(0)
  await recordAbsence(connection)
  for (const person of [parent, manager]) expect(await read(person)).toEqual([[3], 0])
})

test('a step that nobody handled waits no longer once the pupil has left, is still read, and waits again on a return', async () => {
  await sql('delete from attendance_marks where school_id = $1', [nile.id])
  for (const ago of [2, 1])
    await as(manager)(attendance.save, {
      classRoomId: class5a.id,
      date: daysFrom(today, -ago),
      students: [{ studentId: laila.id, state: 'absent' }],
    })
  await as(manager)(absenceRules.save, { schoolId: nile.id, excuseWithin: 7, rules: [runningRule(2)] })
  await recordAbsence(connection)
  const steps = async (state?: 'open' | 'handled') =>
    (await as(manager)(absenceRules.steps, { schoolId: nile.id, state })).map((step) => step.studentId)
  const [open] = await as(manager)(absenceRules.steps, { schoolId: nile.id, state: 'open' })
  expect(open!.studentId).toBe(laila.id)
  const handle = () => as(manager)(absenceRules.handle, { studentId: laila.id, stepId: open!.id })

  const { id: reasonId } = (await as(manager)(leavings.reasons, {}))[0]!
  await as(manager)(leavings.enter, { studentId: laila.id, reasonId })
  expect(await steps('open')).toEqual([])
  expect(await steps()).toEqual([laila.id])
  expect((await as(manager)(absenceRules.student, { studentId: laila.id })).steps).toHaveLength(1)
  await expect(handle()).rejects.toMatchObject(refused(409, 'This student has left the school'))

  await as(manager)(leavings.return, { studentId: laila.id })
  expect(await steps('open')).toEqual([laila.id])
  await as(manager)(severalStudents.deactivate, { schoolId: nile.id, studentIds: [laila.id] })
  await expect(handle()).rejects.toMatchObject(refused(409, 'This student is not active'))
  await as(manager)(studentRecords.update, { id: laila.id, active: true })
  await handle()
  await as(manager)(leavings.enter, { studentId: laila.id, reasonId })
  expect(await steps('handled')).toEqual([laila.id])
  await expect(handle()).rejects.toMatchObject(refused(409, 'This step was handled or withdrawn already'))
})
