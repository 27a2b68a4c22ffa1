import { expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { severalStudents } from '#contract/people/students/several-students.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { byHandIn } from '#test/harness/by-hand.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, insert } = byHandIn(connection)
const { manager, nile, class4a, class4b, omar, classmate } = world
const room = { schoolId: nile.id }

type State = 'present' | 'absent' | 'late' | 'excused' | null

const save = ({ id: classRoomId }: { id: string }, studentId: string, state: State, date = today) =>
  as(manager)(attendance.save, { classRoomId, date, students: [{ studentId, state }] })
const rollOf = async ({ id: classRoomId }: { id: string }, date = today) =>
  as(manager)(attendance.roll, { classRoomId, date })
const marksOf = (studentId: string, date = today) =>
  sql('select class_room_id, state from attendance_marks where student_id = $1 and date = $2', [studentId, date])
const moveTo = ({ id: classRoomId }: { id: string }, studentId: string) =>
  as(manager)(severalStudents.move, { classRoomId, studentIds: [studentId] })

const other = 'Another class has already recorded one of these students on this day'

test('on the day of a move the new class shows the mark already given and the class that gave it may correct it', async () => {
  await save(class4a, omar.id, 'absent')
  await moveTo(class4b, omar.id)

  const inRoll = async (classRoom: { id: string }) =>
    (await rollOf(classRoom)).students.find(({ id }) => id === omar.id)
  expect(await inRoll(class4b)).toMatchObject({ markedIn: { classRoomName: class4a.name, state: 'absent' } })
  expect(await inRoll(class4a)).toBeUndefined()

  await expect(save(class4b, omar.id, 'present')).rejects.toMatchObject({ status: 409, message: other })
  await save(class4a, omar.id, 'late')
  expect(await marksOf(omar.id)).toEqual([{ class_room_id: class4a.id, state: 'late' }])

  await save(class4a, omar.id, null)
  await expect(save(class4a, omar.id, 'present')).rejects.toMatchObject({ message: 'A student is not in this class' })
  await save(class4b, omar.id, 'present')
  expect(await marksOf(omar.id)).toEqual([{ class_room_id: class4b.id, state: 'present' }])
})

test('a mark can be corrected where it was made, also when the student left the class before that day', async () => {
  await save(class4b, omar.id, 'absent')
  await sql('delete from student_classes where student_id = $1 and class_room_id = $2', [omar.id, class4b.id])
  await save(class4b, omar.id, 'excused')
  expect(await marksOf(omar.id)).toEqual([{ class_room_id: class4b.id, state: 'excused' }])
})

test('a class made later has nobody on the days before, and accepts nobody', async () => {
  const id = newId()
  await sql(
    `insert into class_rooms select made.* from class_rooms c, jsonb_populate_record(c, $1::jsonb) made where c.id = $2`,
    [JSON.stringify({ id, name: 'فصل 4ح' }), class4a.id],
  )
  await moveTo({ id }, classmate.id)
  const yesterday = daysFrom(today, -1)
  expect(await rollOf({ id }, yesterday)).toEqual({ isAssumed: false, takesLessons: false, students: [] })
  await expect(save({ id }, classmate.id, 'absent', yesterday)).rejects.toMatchObject({
    message: 'A student is not in this class',
  })
  expect((await rollOf({ id })).students.map((one) => one.id)).toEqual([classmate.id])
})

test('before the days of a school’s beginning those are assumed to have been in a class with whom it came', async () => {
  const [{ day }] = await sql('select min(from_day)::text as day from student_classes where school_id = $1', [nile.id])
  const before = daysFrom(day, -1)
  const { isAssumed, students } = await rollOf(class4b, before)
  expect(isAssumed).toBe(true)
  expect(students.map(({ id }) => id)).not.toContain(omar.id)
  await expect(save(class4b, students[0]!.id, 'present', before)).resolves.toMatchObject({ saved: 1 })
  await expect(save(class4b, omar.id, 'present', before)).rejects.toMatchObject({
    message: 'A student is not in this class',
  })
  expect((await rollOf(class4b, day)).isAssumed).toBe(false)
})

test('the database refuses a second mark of a student on a day', async () => {
  const { students } = await rollOf(class4b)
  const studentId = students.find(({ id }) => id !== omar.id)!.id
  await save(class4b, studentId, 'present')
  await save(class4a, (await rollOf(class4a)).students[0]!.id, 'present')
  const second = { school_id: nile.id, class_room_id: class4a.id, date: today, student_id: studentId }
  await expect(
    insert('attendance_marks', { ...second, id: newId(), state: 'absent', supervisor_id: manager.id }),
  ).rejects.toMatchObject({ constraint: 'attendance_marks_one_a_day' })
})

test('a second mark from before is read in its register, counts in no figure, and may only be removed there', async () => {
  const date = daysFrom(today, -2)
  const { students } = await rollOf(class4b, date)
  const [student] = students
  await sql('delete from attendance_marks where date = $1', [date])
  await save(class4b, student!.id, 'present', date)
  await save(class4a, (await rollOf(class4a, date)).students[0]!.id, 'present', date)
  const presence = async () =>
    (await as(manager)(studentRecords.list, { ...room, classRoomId: class4b.id })).find(({ id }) => id === student!.id)!
      .presence
  const before = await presence()
  const second = { school_id: nile.id, class_room_id: class4a.id, date, student_id: student!.id, superseded: true }
  await insert('attendance_marks', { ...second, id: newId(), state: 'absent', supervisor_id: manager.id })

  expect(await presence()).toEqual(before)
  const sheet = { classRoomId: class4a.id, dateFrom: date, dateTo: date }
  expect((await as(manager)(attendance.list, sheet)).map(({ studentId }) => studentId)).toContain(student!.id)
  expect(await as(manager)(attendance.sheets, sheet)).toMatchObject([{ present: 1, absent: 0 }])
  await expect(save(class4a, student!.id, 'present', date)).rejects.toMatchObject({ message: other })
  await expect(save(class4a, student!.id, null, date)).resolves.toMatchObject({ removed: 1 })
})

test('the roll of a day says whose excuse for it was accepted', async () => {
  const [excused, waiting] = (await rollOf(class4b)).students
  const asked = { fromDay: today, excuseKind: 'illness' as const }
  await as(manager)(excuses.enter, { studentId: excused!.id, ...asked })
  const { students } = await rollOf(class4b)
  expect(students.find(({ id }) => id === excused!.id)?.isExcused).toBe(true)
  expect(students.find(({ id }) => id === waiting!.id)?.isExcused).toBe(false)
})
