import { beforeEach, describe, expect, test } from 'vitest'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { years } from '#contract/school/years/years.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { sqlIn } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const sql = sqlIn(connection)
const { manager, nile, nileYear, grade4, class4a, class4b, class5a } = world
const schoolId = nile.id
const weekdays = ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const both = [class4a.id, class4b.id]

const missing = async () => (await as(manager)(years.completionPlan, { schoolYearId: nileYear.id })).registersNotTaken

/** The last day of the year on which the classes of both grades took their registers. */
async function dayOfAll() {
  const [{ date }] = await sql(
    `select max(f.date)::text as date from attendance_sheets f
     join attendance_sheets a on a.school_id = f.school_id and a.date = f.date and a.class_room_id = $2
     join attendance_sheets b on b.school_id = f.school_id and b.date = f.date and b.class_room_id = $3
     where f.class_room_id = $1`,
    [class5a.id, ...both],
  )
  return date as string
}

/** Deletes the registers of a day, except those of some classes. */
async function leaveOut(date: string, but: readonly string[]) {
  for (const table of ['attendance_marks', 'attendance_sheets'])
    await sql(`delete from ${table} where school_id = $1 and date = $2 and class_room_id <> all ($3)`, [
      schoolId,
      date,
      but,
    ])
}

const close = (date: string) =>
  as(manager)(calendar.saveDays, {
    schoolId,
    items: [{ kind: 'holiday', name: 'رحلة', fromDay: date, toDay: date, gradeIds: [grade4.id] }],
  })

beforeEach(async () => {
  await as(manager)(calendarSettings.week, { schoolId, openWeekdays: weekdays, grades: [] })
})

describe('before a year is completed no register is missed', () => {
  test('of a class that had no school on the day', async () => {
    const before = await missing()
    const date = await dayOfAll()
    const others = await sql('select id from class_rooms where school_id = $1 and grade_id <> $2', [
      schoolId,
      grade4.id,
    ])
    await leaveOut(
      date,
      others.map(({ id }) => id),
    )
    expect(await missing()).toBe(before + both.length)
    await close(date)
    expect(await missing()).toBe(before)
  })

  test('on a day whose only register was emptied, and one that was emptied is missed as one that was not taken', async () => {
    const before = await missing()
    const date = await dayOfAll()
    const empty = (classRoomId: string) =>
      sql('delete from attendance_marks where class_room_id = $1 and date = $2', [classRoomId, date])
    await empty(class4b.id)
    expect(await missing()).toBe(before + 1)
    await leaveOut(date, [class4a.id])
    await empty(class4a.id)
    expect(await missing()).toBeLessThanOrEqual(before)
  })

  test('of a class that nobody was in yet on the day', async () => {
    const before = await missing()
    const date = await dayOfAll()
    const others = await sql('select id from class_rooms where school_id = $1 and id <> $2', [schoolId, class4b.id])
    await leaveOut(
      date,
      others.map(({ id }) => id),
    )
    expect(await missing()).toBe(before + 1)
    await sql('delete from student_classes where class_room_id = $1 and to_day is not null', [class4b.id])
    await sql('update student_classes set from_day = $2 where class_room_id = $1 and from_day <= $2::date - 1', [
      class4b.id,
      daysFrom(date, 1),
    ])
    expect(await missing()).toBe(before)
  })

  test('on a day on which the only register was taken by a class without school', async () => {
    const before = await missing()
    const date = await dayOfAll()
    await leaveOut(date, both)
    expect(await missing()).toBeGreaterThan(before)
    await close(date)
    expect(await missing()).toBe(before)
  })
})
