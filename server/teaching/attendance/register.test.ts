import { beforeEach, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { daysFrom, weekDayOf } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { allStudents } from '#test/world/students.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, wire, connection } = await testApp()
const { manager, supervisor, teacher, parent, nile, class4a, class4b } = world
const { omar, classmate, movedStudent } = world

const sql = sqlIn(connection)

const path = 'Attendance/SaveAttendance'
const date = today

/** Today's sheet as it is stored. */
const stored = () =>
  sql(
    `select student_id, state, minutes_late, note, supervisor_id from attendance_marks
     where class_room_id = $1 and date = $2 order by student_id`,
    [class4a.id, date],
  )
/** The stored rows with the transaction that wrote each, and the number of former values. */
const written = async () => ({
  rows: await sql(
    `select student_id, xmin::text from attendance_marks where class_room_id = $1 and date = $2 order by student_id`,
    [class4a.id, date],
  ),
  former: (
    await sql(
      `select count(*)::integer as count from former_values
      where table_name = 'attendance_marks' and was ->> 'date' = $1`,
      [date],
    )
  )[0].count as number,
})
const events = async () =>
  (await sql(`select payload from outbox where event = 'attendance' order by id`)).map((row) => row.payload)

const register = (students: object[], more: object = {}) => ({
  classRoomId: class4a.id,
  date,
  students: students as Marks,
  ...more,
})
const onTheWire = (studentsAttenndaceList: unknown, more: object = {}) => ({
  classRoomId: class4a.id,
  date,
  studentsAttenndaceList,
  ...more,
})
type Marks = {
  studentId: string
  isAttend?: boolean | null
  state?: 'present' | 'absent' | 'late' | 'excused' | null
}[]

beforeEach(() =>
  sql(`delete from attendance_marks where date = '${date}'; delete from attendance_sheets where date = '${date}';
       truncate outbox`),
)

describe('taking the register', () => {
  test('stores a mark a student, in the name of the caller', async () => {
    const saved = await as(teacher)(
      attendance.save,
      register([
        { studentId: omar.id, isAttend: true },
        { studentId: classmate.id, state: 'late', minutesLate: '١٥', note: '  من الباب الخلفي\n ' },
      ]),
    )
    expect(saved).toEqual({ classRoomId: class4a.id, date, weekDay: weekDayOf(date), version: 1, saved: 2, removed: 0 })
    expect(await stored()).toEqual(
      [
        { student_id: omar.id, state: 'present', minutes_late: null, note: null, supervisor_id: teacher.id },
        {
          student_id: classmate.id,
          state: 'late',
          minutes_late: 15,
          note: 'من الباب الخلفي',
          supervisor_id: teacher.id,
        },
      ].toSorted((a, b) => (a.student_id < b.student_id ? -1 : 1)),
    )
  })

  test('is seen by the parent at once', async () => {
    await as(supervisor)(attendance.save, register([{ studentId: omar.id, state: 'absent', note: 'لم يحضر' }]))
    expect((await as(parent)(attendance.list, { studentId: omar.id }))[0]).toMatchObject({
      date,
      weekDay: weekDayOf(date),
      state: 'absent',
      isAttend: false,
      note: 'لم يحضر',
      supervisorName: 'طارق عبدالعزيز شلبي',
    })
  })

  test('again corrects the students in the list, leaves the others, and keeps the former values', async () => {
    await as(teacher)(
      attendance.save,
      register([
        { studentId: omar.id, isAttend: false },
        { studentId: classmate.id, isAttend: true },
      ]),
    )
    const again = await as(supervisor)(attendance.save, register([{ studentId: omar.id, isAttend: true }]))
    expect(again).toMatchObject({ version: 2, saved: 1 })
    const marks = new Map((await stored()).map((mark) => [mark.student_id, mark]))
    expect(marks.get(omar.id)).toMatchObject({ state: 'present', supervisor_id: supervisor.id })
    expect(marks.get(classmate.id)).toMatchObject({ state: 'present', supervisor_id: teacher.id })
    const former = await sql(
      `select changed_by, was from former_values where table_name = 'attendance_marks' and was ->> 'student_id' = $1
       and was ->> 'date' = $2 and was ->> 'supervisor_id' = $3 order by id desc limit 1`,
      [omar.id, date, teacher.id],
    )
    expect(former).toMatchObject([{ changed_by: supervisor.id, was: { state: 'absent' } }])
  })

  test('again as it is stored writes no mark and keeps no former value, and counts as a saving', async () => {
    const marks = [
      { studentId: omar.id, state: 'late', minutesLate: 5, note: 'قال إنه مريض' },
      { studentId: classmate.id, isAttend: true },
    ]
    await as(teacher)(attendance.save, register(marks))
    const before = await written()
    expect(await as(supervisor)(attendance.save, register(marks))).toMatchObject({ version: 2, saved: 2, removed: 0 })
    expect(await written()).toEqual(before)

    const changed = marks.map((mark) => ({ ...mark, minutesLate: mark.state ? 6 : null }))
    expect(await as(supervisor)(attendance.save, register(changed))).toMatchObject({ version: 3, saved: 2 })
    expect((await written()).former).toBe(before.former + 1)
  })

  test.each([
    [{ isAttend: true }, 'present'],
    [{ isAttend: false }, 'absent'],
    [{ isAttend: false, state: null }, 'absent'],
    [{ isAttend: true, state: 'excused' }, 'excused'],
    [{ isAttend: false, state: 'late' }, 'late'],
    [{ state: 'present' }, 'present'],
    [{ isAttend: null, state: null }, undefined],
    [{ isAttend: '', state: '' }, undefined],
    [{}, undefined],
  ])('with %j means %s', async (mark, state) => {
    await as(teacher)(attendance.save, register([{ studentId: omar.id, isAttend: false }]))
    await wire(path, onTheWire([{ studentId: omar.id, ...mark }]), { as: teacher })
    expect((await stored())[0]?.state).toBe(state)
  })

  test('of a student who was in the class on that day is taken after the student left it', async () => {
    const before = daysFrom(date, -40)
    const saved = { classRoomId: class4b.id, date: before, students: [{ studentId: movedStudent.id, isAttend: true }] }
    expect(await as(manager)(attendance.save, saved)).toMatchObject({ saved: 1 })
    await expect(as(manager)(attendance.save, { ...saved, classRoomId: class4a.id })).rejects.toMatchObject({
      message: 'A student is not in this class',
    })
  })

  test('for an instant files it under the day it is at the school', async () => {
    // Half past midnight in a Cairo winter is still the evening before in UTC.
    const sent = `${daysFrom(date, -1)}T22:30:00.000Z`
    expect(
      await as(teacher)(attendance.save, register([{ studentId: omar.id, isAttend: true }], { date: sent })),
    ).toMatchObject({
      date,
      weekDay: weekDayOf(date),
    })
  })

  test('ignores the author and the day of the week that are sent', async () => {
    const forged = { supervisorId: manager.id, weekDay: 'Friday' }
    expect(
      (await wire(path, onTheWire([{ studentId: omar.id, isAttend: true }], forged), { as: teacher })).json(),
    ).toMatchObject({
      weekDay: weekDayOf(date),
    })
    expect(await stored()).toMatchObject([{ supervisor_id: teacher.id }])
  })

  test('notifies of those who became absent, late or excused, and of nobody else', async () => {
    const mark = (state: string) =>
      as(teacher)(
        attendance.save,
        register([
          { studentId: omar.id, state },
          { studentId: classmate.id, state: 'present' },
        ]),
      )
    await mark('present')
    expect(await events()).toEqual([])
    await mark('absent')
    await mark('absent')
    await mark('excused')
    await mark('present')
    expect(await events()).toEqual(
      ['absent', 'excused'].map((state) => ({ classRoomId: class4a.id, date, marks: [{ studentId: omar.id, state }] })),
    )
  })
})

describe('a sheet made from an older one', () => {
  test('is refused with the present sheet, and changes nothing', async () => {
    const first = { studentId: omar.id, isAttend: true }
    expect(await as(teacher)(attendance.save, register([first], { baseVersion: 0 }))).toMatchObject({ version: 1 })
    expect(await as(supervisor)(attendance.save, register([first], { baseVersion: 1 }))).toMatchObject({ version: 2 })

    const late = onTheWire([{ studentId: omar.id, isAttend: false }], { baseVersion: 1 })
    expect(await wire(path, late, { as: teacher })).toMatchObject({
      status: 409,
      text: 'Someone else has changed this sheet',
    })
    const problem = await wire(path, late, { as: teacher, headers: { accept: 'application/problem+json' } })
    expect(problem.json()).toMatchObject({
      status: 409,
      code: 'conflict',
      current: [{ studentId: omar.id, state: 'present', version: 2, supervisorId: teacher.id, date }],
    })
    expect(await stored()).toMatchObject([{ state: 'present', supervisor_id: teacher.id }])
    expect(await as(teacher)(attendance.save, register([first]))).toMatchObject({ version: 3 })
  })

  test('that was emptied counts from 0 for the next caller who saves, and goes on counting', async () => {
    const mark = (isAttend: boolean | null, baseVersion: number) =>
      as(teacher)(attendance.save, register([{ studentId: omar.id, isAttend }], { baseVersion }))
    expect(await mark(true, 0)).toMatchObject({ version: 1, saved: 1, removed: 0 })
    expect(await mark(null, 1)).toMatchObject({ version: 0, saved: 0, removed: 1 })
    expect(await mark(true, 0)).toMatchObject({ version: 3, saved: 1 })
    await expect(mark(false, 1)).rejects.toMatchObject({ status: 409 })
  })
})

test('the whole class is saved at once', async () => {
  const everybody = allStudents.filter(
    ({ classRoomId, active, schoolId }) => classRoomId === class4a.id && active && schoolId === nile.id,
  )
  expect(
    await as(teacher)(attendance.save, register(everybody.map(({ id }) => ({ studentId: id, isAttend: true })))),
  ).toMatchObject({ saved: 20 })
})
