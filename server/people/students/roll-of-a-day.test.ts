import { expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { severalStudents } from '#contract/people/students/several-students.ts'
import { students } from '#contract/people/students/students.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, teacher, nile, class4a, class6b } = world
const day = (ago: number) => daysFrom(today, -ago)

const [changed, left, aside] = (await as(teacher)(students.ofClass, { classRoomId: class4a.id })).map(({ id }) => id)
const chosen = [changed!, left!, aside!]
await sql('update student_classes set from_day = $2 where student_id = any($1) and to_day is null', [chosen, day(9)])
await as(manager)(severalStudents.move, { classRoomId: class6b.id, studentIds: [changed!] })
const { id: reasonId } = (await as(manager)(leavings.reasons, {}))[0]!
await as(manager)(leavings.enter, { studentId: left!, reasonId, leftOn: day(3), removeMarks: false })
await as(manager)(severalStudents.deactivate, { schoolId: nile.id, studentIds: [aside!] })

const rollOf = async (person: { phone: string }, ago: number, { id: classRoomId } = class4a) =>
  (await as(person)(students.ofClass, { classRoomId, day: day(ago) })).filter(({ id }) => chosen.includes(id))
const idsOf = async (ago: number, classRoom = class4a) =>
  new Set((await rollOf(teacher, ago, classRoom)).map(({ id }) => id))

test('the roll of a day has who changed class or left the school since, and may be marked on it', async () => {
  expect(await idsOf(10)).toEqual(new Set())
  expect(await idsOf(3)).toEqual(new Set([changed, left]))
  expect(await idsOf(2)).toEqual(new Set([changed]))
  const marks = chosen.slice(0, 2).map((studentId) => ({ studentId, state: 'present' as const }))
  const save = (ago: number) =>
    as(teacher)(attendance.save, { classRoomId: class4a.id, date: day(ago), students: marks })
  await expect(save(3)).resolves.toMatchObject({ saved: 2 })
  // A mark that is there may be corrected.
  await sql('delete from attendance_marks where student_id = $1 and date = $2', [left, day(2)])
  await expect(save(2)).rejects.toMatchObject({ message: 'A student is not in this class' })
})

test('a student is in one roll of the day on which they changed class: that of the class they joined', async () => {
  const inRoll = async (ago: number, { id: classRoomId }: { id: string }) =>
    (await as(manager)(students.ofClass, { classRoomId, day: day(ago) })).some(({ id }) => id === changed)
  expect([await inRoll(0, class4a), await inRoll(0, class6b)]).toEqual([false, true])
  expect([await inRoll(1, class4a), await inRoll(1, class6b)]).toEqual([true, false])
})

test('the roll of a day names the class of that day, and a teacher reads nothing but names of who was in it', async () => {
  const [read] = await rollOf(manager, 2)
  expect(read).toMatchObject({ classRoomId: class4a.id, classRoomName: 'فصل 4أ', coursesCount: 5, isPaid: true })
  expect([read!.code, read!.birthDate]).not.toContain(null)
  expect(await rollOf(teacher, 2)).toEqual([{ ...read, code: null, isPaid: null, birthDate: null }])
})
