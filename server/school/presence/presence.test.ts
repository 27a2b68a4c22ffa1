import { describe, expect, test } from 'vitest'
import { classes } from '#contract/school/classes/classes.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { daysFrom } from '#server/base/days.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { byHandIn } from '#test/harness/by-hand.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, insert } = byHandIn(connection)
const { manager, supervisor, registrar, idleTeacher, nile, class4a, class5a, omar } = world

/** Stores a register of class 4A in which its first students have these states. */
async function register(date: string, states: string[]) {
  const key = { school_id: nile.id, class_room_id: class4a.id, date }
  await insert('attendance_sheets', { ...key, version: 1, saved_by: supervisor.id })
  const students = await sql('select id from students where class_room_id = $1 order by id = $2 desc, id limit $3', [
    class4a.id,
    omar.id,
    states.length,
  ])
  for (const [nth, { id }] of students.entries())
    await insert('attendance_marks', {
      ...key,
      id: newId(),
      student_id: id,
      state: states[nth],
      supervisor_id: supervisor.id,
    })
}
const weekOf = async (person: { phone: string }, { id }: { id: string } = class4a) =>
  (await as(person)(classes.list, { schoolId: nile.id })).find((one) => one.id === id)?.week
const presenceOf = async (person: { phone: string }) =>
  (await as(person)(studentRecords.list, { schoolId: nile.id, search: omar.code })).find(({ id }) => id === omar.id)
    ?.presence
const withKeys = async (...keys: string[]) => {
  await sql('delete from user_permissions where user_id = $1', [registrar.id])
  for (const key of keys)
    await sql('insert into user_permissions (user_id, permission_id, school_id) values ($1, $2, $3)', [
      registrar.id,
      permissionId(key),
      nile.id,
    ])
}

test('nothing is said of days without a register', async () => {
  await sql('delete from attendance_marks')
  await sql('delete from attendance_sheets')
  expect(await weekOf(manager)).toBeNull()
  expect(await presenceOf(manager)).toEqual({ present: 0, days: 0 })
})

describe('with registers', () => {
  test('a class shows each of the last seven days, and all of them', async () => {
    await register(daysFrom(today, -7), ['absent'])
    await register(daysFrom(today, -6), ['present', 'late', 'absent', 'excused'])
    await register(daysFrom(today, -1), ['present', 'present'])
    await register(today, ['present', 'absent', 'present'])
    expect(await weekOf(manager)).toEqual({ percent: 67, days: [50, null, null, null, null, 100, 67] })
    expect(await weekOf(manager, class5a)).toBeNull()
  })

  test('a student shows on how many days of four weeks they were there', async () => {
    await register(daysFrom(today, -28), ['present'])
    await register(daysFrom(today, -27), ['late'])
    expect(await presenceOf(manager)).toEqual({ present: 4, days: 5 })
  })

  test('a day on which a student was in two registers is one of these days', async () => {
    const other = { school_id: nile.id, class_room_id: class5a.id, date: daysFrom(today, -27) }
    await insert('attendance_sheets', { ...other, version: 1, saved_by: supervisor.id })
    const mark = {
      ...other,
      id: newId(),
      student_id: omar.id,
      state: 'late',
      supervisor_id: supervisor.id,
      superseded: true,
    }
    await insert('attendance_marks', mark)
    expect(await presenceOf(manager)).toEqual({ present: 4, days: 5 })
  })

  test('a day of which the register counts no more is none of them', async () => {
    await sql('insert into uncounted_registers (school_id, class_room_id, date) values ($1, $2, $3)', [
      nile.id,
      class4a.id,
      daysFrom(today, -6),
    ])
    expect(await presenceOf(manager)).toEqual({ present: 3, days: 4 })
    await sql('delete from uncounted_registers')
  })

  test('one absence is never rounded away', async () => {
    await sql('delete from attendance_marks')
    await sql('delete from attendance_sheets')
    const others = await sql('select id from students where school_id = $1 limit 250', [nile.id])
    const key = { school_id: nile.id, class_room_id: class4a.id }
    // As many registers as are needed for more than two hundred marks.
    let marks = 0
    for (let back = 0; marks < 230 && back < 7; back++) {
      const date = daysFrom(today, -back)
      await insert('attendance_sheets', { ...key, date, version: 1, saved_by: supervisor.id })
      for (const { id } of others) {
        const state = marks++ === 0 ? 'absent' : 'present'
        await insert('attendance_marks', {
          ...key,
          date,
          id: newId(),
          student_id: id,
          state,
          supervisor_id: supervisor.id,
        })
      }
    }
    expect(marks).toBeGreaterThan(200)
    expect(await weekOf(manager)).toMatchObject({ percent: 99 })
  })
})

describe('attendance in lists is shown', () => {
  test('to the staff of the class, and to nobody without the key', async () => {
    expect(await weekOf(supervisor)).not.toBeNull()
    expect(await as(idleTeacher)(classes.list, { schoolId: nile.id })).toEqual([])
    await withKeys('ViewSchoolStudentsList')
    expect(await weekOf(registrar)).toBeNull()
    expect(await presenceOf(registrar)).toBeNull()
  })

  test('of one’s own classes alone where the list reaches further', async () => {
    await withKeys('ViewClassesSettingList', 'ViewAttendanceList')
    expect(await weekOf(registrar)).toBeNull()
    await sql('update class_rooms set supervisor_id = $1 where id = $2', [registrar.id, class4a.id])
    expect(await weekOf(registrar)).not.toBeNull()
    await withKeys('ViewSchoolStudentsList', 'ViewAttendanceList')
    expect(await presenceOf(registrar)).not.toBeNull()
  })
})
