import { beforeEach, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { today as todays } from '#contract/overviews/today/today.ts'
import { daysFrom, weekDayOf } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, parent, mother, supervisor, deltaParent, nile, omar, laila, class4a, grade4, grade5 } = world
const schoolId = nile.id

const close = (name: string, fromDay: string, toDay = fromDay, gradeIds?: string[]) =>
  as(manager)(calendar.saveDays, { schoolId, items: [{ kind: 'holiday', name, fromDay, toDay, gradeIds }] })
const closedFor = async (person: { phone: string }) => {
  await deliverAll(connection)
  const items = await as(person)(inbox.items, {})
  return items
    .filter(({ kind }) => kind === 'dayClosed')
    .map(({ studentId, date }) => `${studentId} ${date}`)
    .toSorted((a, b) => a.localeCompare(b))
}
const childOf = async ({ id }: { id: string }) =>
  (await as(parent)(todays.get, {})).children.find(({ studentId }) => studentId === id)!

beforeEach(async () => {
  await sql(`delete from inbox_items where kind = 'dayClosed'`)
  for (const table of ['calendar_days', 'terms', 'school_week', 'hours_sets', 'calendar_closures'])
    await sql(`delete from ${table} where school_id = $1`, [schoolId])
  await sql('delete from uncounted_registers')
  await sql('delete from school_calendars where school_id = $1', [schoolId])
  await sql('delete from attendance_marks where date = $1', [today])
})

describe('a day that is closed newly', () => {
  test('within fourteen days is an item for the parents of its grades and for who teaches them', async () => {
    const soon = daysFrom(today, 3)
    await close('عيد', soon, daysFrom(soon, 1), [grade4.id])
    expect(await closedFor(parent)).toEqual([`${omar.id} ${soon}`])
    expect(await closedFor(mother)).toEqual([`${omar.id} ${soon}`])
    expect(await closedFor(supervisor)).toEqual([`null ${soon}`])
    expect(await closedFor(deltaParent)).toEqual([])
    expect(await closedFor(manager)).toEqual([])
    const [item] = await as(parent)(inbox.items, { topic: 'school' })
    expect(item).toMatchObject({ kind: 'dayClosed', link: { to: 'calendar', id: schoolId } })
  })

  test('is none for who was asked to teach there and has not agreed yet', async () => {
    const { id } = world.newcomer
    await sql('insert into school_teachers (school_id, teacher_id, accepted_at) values ($1, $2, null)', [schoolId, id])
    for (const [table, columns] of [
      ['school_teacher_courses', 'school_id, course_id'],
      ['class_teacher_courses', 'school_id, class_room_id, course_id'],
    ])
      await sql(
        `insert into ${table} (teacher_id, ${columns}) select distinct $1::uuid, ${columns} from class_teacher_courses
         where class_room_id = $2`,
        [id, class4a.id],
      )
    const soon = daysFrom(today, 3)
    await close('عيد', soon)
    expect(await closedFor(world.newcomer)).toEqual([])
    await sql('update school_teachers set accepted_at = now() where teacher_id = $1', [id])
    await close('عيد آخر', daysFrom(today, 4))
    expect(await closedFor(world.newcomer)).toEqual([`null ${daysFrom(today, 4)}`])
  })

  test('is one item, however often the calendar is saved', async () => {
    const soon = daysFrom(today, 14)
    const { ids } = await close('عيد', soon)
    await as(manager)(calendar.saveDays, {
      schoolId,
      items: [{ id: ids[0]!, kind: 'holiday', name: 'عيد آخر', fromDay: soon, toDay: soon }],
    })
    const once = await closedFor(parent)
    expect(once).toEqual([omar.id, laila.id].map((id) => `${id} ${soon}`).toSorted((a, b) => a.localeCompare(b)))
    await as(manager)(calendar.removeDays, { schoolId, dayIds: ids })
    expect(await closedFor(parent)).toEqual([])
    await close('عيد', soon)
    expect(await closedFor(parent)).toEqual(once)
  })

  test('later than fourteen days, or closed by the week, is no news', async () => {
    await close('بعيد', daysFrom(today, 15))
    const closedWeekday = weekDayOf(daysFrom(today, 2))
    const others = Array.from({ length: 7 }, (_, at) => weekDayOf(daysFrom(today, at)))
    await as(manager)(calendarSettings.week, {
      schoolId,
      openWeekdays: others.filter((one) => one !== closedWeekday),
      grades: [],
    })
    expect(await closedFor(parent)).toEqual([])
  })
})

describe('a parent’s today', () => {
  test('names the holiday there is, and the next one of the child’s grade', async () => {
    expect(await childOf(omar)).toMatchObject({ closing: null, nextHoliday: null })
    await close('عيد القوات المسلحة', today)
    await close('إجازة صف آخر', daysFrom(today, 2), daysFrom(today, 2), [grade5.id])
    await close('إجازة', daysFrom(today, 30), daysFrom(today, 33))
    expect(await childOf(omar)).toMatchObject({
      closing: { name: 'عيد القوات المسلحة' },
      nextHoliday: { name: 'إجازة', fromDay: daysFrom(today, 30), toDay: daysFrom(today, 33) },
    })
    expect((await childOf(laila)).nextHoliday).toMatchObject({ name: 'إجازة صف آخر' })
  })

  test('says that there is no school on a weekday that is closed', async () => {
    await as(manager)(calendarSettings.week, { schoolId, openWeekdays: [weekDayOf(daysFrom(today, 1))], grades: [] })
    expect((await childOf(omar)).closing).toEqual({ name: null })
  })

  test('and a mark that was taken all the same is shown', async () => {
    await close('يوم', today)
    const students = [{ studentId: omar.id, state: 'present' as const }]
    await as(manager)(attendance.save, { classRoomId: class4a.id, date: today, students, closedReason: 'حصة تقوية' })
    expect(await childOf(omar)).toMatchObject({ closing: { name: 'يوم' }, attendance: { state: 'present' } })
  })
})
