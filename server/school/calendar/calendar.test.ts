import { beforeEach, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { home } from '#contract/overviews/home/home.ts'
import { daysBetween, daysFrom, weekDayOf } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, teacher, parent, otherManager, nile, delta, class4a, class5a, classmate, grade4, grade5 } = world
const schoolId = nile.id

const holiday = (name: string, fromDay: string, toDay = fromDay, gradeIds?: string[]) => ({
  kind: 'holiday' as const,
  name,
  fromDay,
  toDay,
  gradeIds,
})
const save = (...items: ReturnType<typeof holiday>[]) => as(manager)(calendar.saveDays, { schoolId, items })
const year = () => as(manager)(calendar.year, { schoolId })
const take = (more: object = {}, person: { phone: string } = manager) =>
  as(person)(attendance.save, {
    classRoomId: class4a.id,
    date: today,
    students: [{ studentId: classmate.id, state: 'present' }],
    ...more,
  })
const count = (dateFrom: string, dateTo: string, classRoomId: string = class4a.id) =>
  as(manager)(calendar.count, { classRoomId, dateFrom, dateTo })

/** The last day on which the class's register was taken. */
const [{ day }] = await sql(
  `select date::text as day from attendance_sheets where class_room_id = $1 order by date desc limit 1`,
  [class4a.id],
)

beforeEach(async () => {
  for (const table of ['calendar_days', 'terms', 'school_week', 'hours_sets', 'calendar_closures'])
    await sql(`delete from ${table} where school_id = $1`, [schoolId])
  await sql('delete from uncounted_registers')
  await sql('delete from school_calendars where school_id = $1', [schoolId])
  await sql('delete from attendance_marks where date = $1', [today])
})

describe('a school without a calendar', () => {
  test('is open on every day', async () => {
    expect(await year()).toMatchObject({ version: 0, terms: [], days: [], gradeWeeks: [] })
    expect((await year()).openWeekdays).toHaveLength(7)
    expect(await count(daysFrom(today, -20), today)).toEqual({
      openDays: 21,
      closedDays: [],
      nextOpenDay: daysFrom(today, -20),
      hasCalendar: false,
      resultsClosed: false,
    })
    expect(await take()).toMatchObject({ saved: 1 })
  })
})

describe('the register of a closed day', () => {
  test('is refused with the name of the closing', async () => {
    await save(holiday('عيد الطفولة', daysFrom(today, -1), today))
    const closed = refused(409, 'The school is closed on this day: عيد الطفولة')
    await expect(take()).rejects.toMatchObject(closed)
    await expect(take({}, teacher)).rejects.toMatchObject(closed)
  })

  test('is refused on a weekday without school, and between the terms', async () => {
    const { yearId, firstDay } = await year()
    await as(manager)(calendarSettings.week, { schoolId, openWeekdays: [weekDayOf(daysFrom(today, 1))], grades: [] })
    await expect(take()).rejects.toMatchObject(refused(409, 'This weekday is no school day'))
    await as(manager)(calendarSettings.week, { schoolId, openWeekdays: [weekDayOf(today)], grades: [] })
    await as(manager)(calendarSettings.terms, {
      schoolId,
      yearId: yearId!,
      terms: [{ name: 'الأول', startDate: firstDay, endDate: firstDay }],
    })
    await expect(take()).rejects.toMatchObject(refused(409, 'This day lies outside the terms'))
  })

  test('is taken for a reason by people who manage the calendar; the reason stays, and the register does not count', async () => {
    await save(holiday('عاصفة', today))
    const closedReason = 'حضر بعض الطلاب رغم العاصفة'
    expect(await take({ closedReason })).toMatchObject({ saved: 1 })
    expect(
      await sql(
        'select closed_reason, closed_reason_by from attendance_sheets where class_room_id = $1 and date = $2',
        [class4a.id, today],
      ),
    ).toEqual([{ closed_reason: closedReason, closed_reason_by: manager.id }])
    const { attendance: counted } = await as(manager)(home.school, { schoolId })
    expect(counted!.present).toBe(0)
    await expect(take({ closedReason }, teacher)).rejects.toMatchObject(
      refused(403, 'Only people who manage the calendar take the register of a closed day'),
    )
  })

  test('of another grade is taken as on any day', async () => {
    await save(holiday('رحلة الصف الخامس', today, today, [grade5.id, grade5.id]))
    expect((await year()).days[0]!.gradeIds).toEqual([grade5.id])
    expect(await take()).toMatchObject({ saved: 1 })
    expect((await count(today, today, class5a.id)).openDays).toBe(0)
    expect((await count(today, today)).openDays).toBe(1)
  })
})

describe('a change of the calendar', () => {
  const taken = async (gradeId: string | null) =>
    (
      await sql(
        `select count(*)::integer as many from attendance_sheets s join class_rooms c on c.school_id = s.school_id and c.id = s.class_room_id
         where s.date = $1 and s.school_id = $2 and ($3::uuid is null or c.grade_id = $3) and exists (
           select from attendance_marks m where m.school_id = $2 and m.class_room_id = c.id and m.date = s.date)`,
        [day, schoolId, gradeId],
      )
    )[0].many

  test('counts the registers that count no more, and those that count again', async () => {
    // The marks of one were removed again, so it is not a register.
    await sql(
      `delete from attendance_marks where school_id = $1 and date = $2 and class_room_id = (
         select min(class_room_id::text)::uuid from attendance_marks where school_id = $1 and date = $2)`,
      [schoolId, day],
    )
    const closed = await save(holiday('يوم', day))
    expect(closed).toMatchObject({ registersClosed: await taken(null), registersOpened: 0 })
    const narrowed = await as(manager)(calendar.saveDays, {
      schoolId,
      items: [{ ...holiday('يوم', day, day, [grade4.id]), id: closed.ids[0]! }],
      baseVersion: closed.version,
    })
    expect(narrowed).toMatchObject({
      registersClosed: 0,
      registersOpened: (await taken(null)) - (await taken(grade4.id)),
    })
    const removed = await as(manager)(calendar.removeDays, { schoolId, dayIds: closed.ids })
    expect(removed).toMatchObject({ registersClosed: 0, registersOpened: await taken(grade4.id) })
  })

  test('is refused when somebody else changed it meanwhile', async () => {
    const { version } = await save(holiday('يوم', day))
    await save(holiday('يوم آخر', day))
    await expect(
      as(manager)(calendar.saveDays, { schoolId, items: [holiday('ثالث', day)], baseVersion: version }),
    ).rejects.toMatchObject(refused(409, 'Somebody else changed this meanwhile'))
  })

  test('is for people with the key, in their school', async () => {
    const items = [holiday('يوم', today)]
    await expect(as(teacher)(calendar.saveDays, { schoolId, items })).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(calendar.saveDays, { schoolId, items })).rejects.toMatchObject(notFound)
    expect(await as(parent)(calendar.year, { schoolId })).toMatchObject({ may: { manage: false } })
    await expect(as(parent)(calendar.year, { schoolId: delta.id })).rejects.toMatchObject(notFound)
  })

  test('names grades, days and hours of its own school', async () => {
    const foreign = [newId()]
    await expect(save(holiday('يوم', today, today, foreign))).rejects.toMatchObject(notFound)
    await expect(as(manager)(calendar.removeDays, { schoolId, dayIds: foreign })).rejects.toMatchObject(notFound)
    await expect(
      as(manager)(calendar.saveDays, { schoolId, items: [{ ...holiday('يوم', today), id: newId() }] }),
    ).rejects.toMatchObject(notFound)
  })

  test('is of at most 370 days, in their order', async () => {
    await expect(save(holiday('يوم', today, daysFrom(today, 370)))).rejects.toMatchObject(
      refused(400, 'A range has at most 370 days'),
    )
    expect(await save(holiday('يوم', today, daysFrom(today, 369)))).toMatchObject({ version: 1 })
    await expect(save(holiday('يوم', today, daysFrom(today, -1)))).rejects.toMatchObject(refused(400, 'Invalid date'))
  })
})

describe('sets of hours', () => {
  const periods = [{ name: 'الحصة الأولى', starts: '08:00', minutes: 45 }]
  const saveHours = (...sets: { id?: string; name: string }[]) =>
    as(manager)(calendarSettings.hours, { schoolId, sets: sets.map((set) => ({ ...set, periods })) })

  test('have names that differ as names are compared', async () => {
    await expect(saveHours({ name: 'عادي' }, { name: 'عادى' })).rejects.toMatchObject(
      refused(409, 'This name is already used'),
    )
    expect((await year()).hours).toEqual([])
  })

  test('may exchange their names', async () => {
    await saveHours({ name: 'عادي' }, { name: 'رمضان' })
    const [ordinary, ramadan] = (await year()).hours
    await saveHours({ id: ordinary!.id, name: 'رمضان' }, { id: ramadan!.id, name: 'عادي' })
    expect((await year()).hours).toMatchObject([
      { id: ordinary!.id, name: 'رمضان' },
      { id: ramadan!.id, name: 'عادي' },
    ])
  })
})

test('hundreds of ranges count as a naive loop counts them, for each grade', async () => {
  const { yearId, firstDay, lastDay } = await year()
  let seed = 7
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  const middle = daysFrom(firstDay, 120)
  const terms = [
    { name: 'الأول', startDate: firstDay, endDate: middle },
    { name: 'الثاني', startDate: daysFrom(middle, 20), endDate: daysFrom(lastDay, -25) },
  ]
  await as(manager)(calendarSettings.terms, { schoolId, yearId: yearId!, terms })
  const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday']
  await as(manager)(calendarSettings.week, {
    schoolId,
    openWeekdays: weekdays,
    grades: [{ gradeId: grade5.id, openWeekdays: [...weekdays, 'Saturday'] }],
  })
  const closings = Array.from({ length: 15 }, (_, nth) => {
    const from = daysFrom(firstDay, random(280))
    return holiday(`إجازة ${nth}`, from, daysFrom(from, random(6)), nth % 3 === 0 ? [grade4.id] : undefined)
  })
  await save(...closings)

  const isOpen = (day: string, gradeId: string) =>
    terms.some(({ startDate, endDate }) => startDate <= day && day <= endDate) &&
    [...weekdays, ...(gradeId === grade5.id ? ['Saturday'] : [])].includes(weekDayOf(day)) &&
    !closings.some(
      ({ fromDay, toDay, gradeIds }) => fromDay <= day && day <= toDay && (!gradeIds || gradeIds.includes(gradeId)),
    )
  const compare = async (nth: number) => {
    const room = nth % 2 ? class5a : class4a
    const from = daysFrom(firstDay, random(300))
    const to = daysFrom(from, random(90))
    let naive = 0
    for (let day = from; day <= to; day = daysFrom(day, 1)) if (isOpen(day, room.gradeId)) naive++
    const counted = await count(from, to, room.id)
    expect([counted.openDays, counted.closedDays.length], `${from} to ${to}`).toEqual([
      naive,
      daysBetween(from, to) + 1 - naive,
    ])
  }
  const ranges = process.env.PROOF === 'on' ? 1000 : 200
  for (let nth = 0; nth < ranges; nth += 20)
    await Promise.all(Array.from({ length: 20 }, (_, more) => compare(nth + more)))
})
