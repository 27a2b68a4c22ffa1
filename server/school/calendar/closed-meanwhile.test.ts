import { beforeEach, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { weekDayOf } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { crossingIn } from '#test/harness/crossing.ts'
import { sqlIn } from '#test/harness/database.ts'
import { refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const sql = sqlIn(connection)
const crossing = crossingIn(connection)
const { manager, nile, class4a, classmate } = world
const schoolId = nile.id

beforeEach(async () => {
  await sql('delete from attendance_marks where date = $1', [today])
  await sql('delete from attendance_sheets where date = $1', [today])
  await sql('delete from calendar_days where school_id = $1', [schoolId])
  await as(manager)(calendarSettings.week, { schoolId, openWeekdays: [weekDayOf(today)], grades: [] })
})

const close = () =>
  as(manager)(calendar.saveDays, {
    schoolId,
    items: [{ kind: 'holiday', name: 'عاصفة', fromDay: today, toDay: today }],
  })
const register = () =>
  as(manager)(attendance.save, {
    classRoomId: class4a.id,
    date: today,
    students: [{ studentId: classmate.id, state: 'absent' }],
  })
const uncounted = () =>
  sql('select from uncounted_registers where class_room_id = $1 and date = $2', [class4a.id, today])

describe('a day that is closed at the moment its register is saved', () => {
  test('has a register that does not count where that was first', async () => {
    const [saved, closed] = await crossing(
      `insert into attendance_sheets (school_id, class_room_id, date, version, saved_by) values ($1, $2, $3, 0, $4)`,
      [schoolId, class4a.id, today, manager.id],
      register,
      close,
    )
    expect(saved).toMatchObject({ status: 'fulfilled' })
    expect(closed).toMatchObject({ value: { registersClosed: 1 } })
    expect(await uncounted()).toHaveLength(1)
  })

  test('has no register where the closing was first', async () => {
    // The closing has locked the calendar, and waits before it updates the registers.
    const [closed, saved] = await crossing(
      'select from calendar_closures where school_id = $1 for update',
      [schoolId],
      close,
      register,
    )
    expect(closed).toMatchObject({ value: { registersClosed: 0 } })
    expect(saved).toMatchObject({ reason: refused(409, 'The school is closed on this day: عاصفة') })
    expect(await sql('select from attendance_marks where date = $1', [today])).toEqual([])
  })
})

describe('a school that closes its first day at the moment a register of it is saved', () => {
  beforeEach(async () => {
    for (const table of ['school_week', 'calendar_closures', 'school_calendars'])
      await sql(`delete from ${table} where school_id = $1`, [schoolId])
  })

  test('has a register that does not count where that was first', async () => {
    const [saved, closed] = await crossing(
      `insert into attendance_sheets (school_id, class_room_id, date, version, saved_by) values ($1, $2, $3, 0, $4)`,
      [schoolId, class4a.id, today, manager.id],
      register,
      close,
    )
    expect(saved).toMatchObject({ status: 'fulfilled' })
    expect(closed).toMatchObject({ value: { registersClosed: 1 } })
    expect(await uncounted()).toHaveLength(1)
  })

  test('has no register where the closing was first', async () => {
    const [closed, saved] = await crossing('lock table calendar_days in share row exclusive mode', [], close, register)
    expect(closed).toMatchObject({ value: { version: 1, registersClosed: 0 } })
    expect(saved).toMatchObject({ reason: refused(409, 'The school is closed on this day: عاصفة') })
    expect(await sql('select from attendance_marks where date = $1', [today])).toEqual([])
  })
})
