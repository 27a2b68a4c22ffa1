import { expect, test } from 'vitest'
import { home } from '#contract/overviews/home/home.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { timetableSettings } from '#contract/school/timetable/timetable-settings.ts'
import { timetable } from '#contract/school/timetable/timetable.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

/** A week in which the clocks of Cairo go back: in the night to Friday, 30 October 2026. */
const saturday = Date.parse('2026-10-24T00:00:00Z')
let moment = saturday
const { as, connection } = await testApp({ clock: { now: () => new Date(moment) } })
const { manager, mathsTeacher, parent, otherManager, nile, class4a, class5a, maths, omar } = world
const schoolId = nile.id

const shifts = {
  morning: ['08:00', '08:45', '09:45', '10:30'],
  evening: ['12:30', '13:15'],
  ramadan: ['09:00', '09:35'],
}
const minutes = { morning: 45, evening: 40, ramadan: 30 }
type Shift = keyof typeof shifts

/** Weekday, number, class: 5A is in the evening, and on Wednesday everybody has the hours of Ramadan. */
const planned: [string, number, 'a' | 'b'][] = [
  ['Sunday', 1, 'a'],
  ['Sunday', 3, 'a'],
  ['Sunday', 1, 'b'],
  ['Monday', 2, 'a'],
  ['Tuesday', 4, 'a'],
  ['Tuesday', 2, 'b'],
  ['Wednesday', 1, 'a'],
  ['Wednesday', 2, 'b'],
  ['Wednesday', 4, 'a'],
  ['Friday', 1, 'a'],
]

test('the lesson now and the next one are those of a naive clock, in two shifts, other hours and a night with 25 hours', async () => {
  const period = (starts: string, length: number) => ({ name: starts, starts, minutes: length, isBreak: false })
  const sets = (Object.keys(shifts) as Shift[]).map((name) => ({
    name,
    periods: shifts[name].map((starts) => period(starts, minutes[name])),
  }))
  sets[0]!.periods.splice(2, 0, { ...period('09:30', 15), isBreak: true })
  await as(manager)(calendarSettings.hours, { schoolId, sets })
  const known = await as(manager)(timetableSettings.hoursUses, { schoolId })
  const [, evening, ramadan] = known.sets.map(({ id }) => id)
  const use = { gradeId: class5a.gradeId, hoursSetId: evening! }
  const { version } = await as(manager)(timetableSettings.saveHoursUses, { schoolId, uses: [use] })
  const wednesday = '2026-10-28'
  const other = {
    kind: 'otherHours',
    fromDay: wednesday,
    toDay: wednesday,
    name: 'رمضان',
    hoursSetId: ramadan!,
  } as const
  await as(manager)(calendar.saveDays, { schoolId, items: [other], baseVersion: version })

  const { id: timetableId } = await as(manager)(timetableDrafts.start, { schoolId, timetableName: 'الأسبوع' })
  await as(manager)(timetableDrafts.put, {
    timetableId,
    lessons: planned.map(([weekday, number, of]) => ({
      courseId: maths.id,
      weekday,
      number,
      classes: [{ classRoomId: (of === 'a' ? class4a : class5a).id }],
      teacherIds: [mathsTeacher.id],
      roomIds: [],
    })),
  })
  await as(manager)(timetableDrafts.publish, { timetableId, validFrom: '2026-10-24' })

  const moments = new Set<number>()
  for (let minute = 0; minute < 7 * 24 * 60 + 60; minute += 29) moments.add(minute)
  // Each minute around the beginning and the end of lessons, in the time of summer and of winter.
  for (const day of [1, 2, 3, 4, 6])
    for (const at of [8 * 60, 8 * 60 + 45, 9 * 60 + 30, 12 * 60 + 30, 13 * 60 + 10, 13 * 60 + 55])
      for (const around of [-181, -180, -179, -121, -120, -119]) moments.add(day * 1440 + at + around)
  for (const minute of moments) {
    moment = saturday + minute * 60_000
    const { now, next, time } = await as(mathsTeacher)(timetable.now, { schoolId })
    const naive = byHand(new Date(moment))
    expect(
      [time, now?.starts ?? null, now?.ends ?? null, next?.starts ?? null],
      new Date(moment).toISOString(),
    ).toEqual(naive)
  }
})

/** The same with nothing but a table and the clock of Cairo. */
function byHand(instant: Date) {
  const parts = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Cairo', ...options }).format(instant)
  const weekday = parts({ weekday: 'long' })
  const time = parts({ hour: '2-digit', minute: '2-digit' })
  const later = (from: string, by: number) => {
    const at = new Date(Date.UTC(2000, 0, 1, Number(from.slice(0, 2)), Number(from.slice(3)) + by))
    return at.toISOString().slice(11, 16)
  }
  const lessons = planned
    .filter(([day]) => day === weekday)
    .flatMap(([day, number, of]) => {
      const usual: Shift = of === 'a' ? 'morning' : 'evening'
      const shift = day === 'Wednesday' ? 'ramadan' : usual
      const starts = shifts[shift][number - 1]
      return starts ? [{ starts, ends: later(starts, minutes[shift]) }] : []
    })
    .sort((one, two) => one.starts.localeCompare(two.starts))
  const now = lessons.find(({ starts, ends }) => starts <= time && time < ends)
  const next = lessons.find(({ starts }) => starts > time)
  return [time, now?.starts ?? null, now?.ends ?? null, next?.starts ?? null]
}

test('it says whether the register of the class is taken, and is closed to others', async () => {
  moment = Date.parse('2026-10-25T05:10:00Z')
  const taken = async () => (await as(mathsTeacher)(timetable.now, { schoolId })).now?.registerTaken
  const { sql } = tracesIn(connection)
  await sql(`delete from attendance_marks where class_room_id = $1 and date = '2026-10-25'`, [class4a.id])
  expect(await taken()).toBe(false)
  await as(manager)(attendance.save, {
    classRoomId: class4a.id,
    date: '2026-10-25',
    students: [{ studentId: omar.id, state: 'present' }],
  })
  expect(await taken()).toBe(true)
  const own = await as(mathsTeacher)(home.school, { schoolId })
  expect(own.lessons.map(({ number, registerTaken }) => [number, registerTaken])).toEqual([
    [1, true],
    [3, true],
    [1, true],
  ])
  expect((await as(manager)(timetable.now, { schoolId })).lessons).toEqual([])
  await expect(as(otherManager)(timetable.now, { schoolId })).rejects.toMatchObject({ status: 404 })
  await expect(as(parent)(timetable.now, { schoolId })).rejects.toMatchObject({ status: 403 })
})
