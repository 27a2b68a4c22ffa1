import ICAL from 'ical.js'
import { afterEach, describe, expect, test } from 'vitest'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { calendarFeeds } from '#contract/school/calendar/calendar-feeds.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { daysFrom, weekDayOf } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { folded, icalOf } from './ical.ts'

const { app, as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, parent, teacher, otherManager, nile, grade4, grade5, omar, class4a, arabic } = world
const schoolId = nile.id

const fetched = (path: string, remoteAddress = '192.0.2.1') => app.inject({ method: 'GET', url: path, remoteAddress })
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
const make = (person: { phone: string }) => as(person)(calendarFeeds.make, { schoolId, language: 'ar' })

const longName = `إجازة ${'طويلة، بفاصلة؛ وفاصلة منقوطة '.repeat(3)}`.trim()
const holidays = [
  { kind: 'holiday' as const, name: longName, fromDay: daysFrom(today, 3), toDay: daysFrom(today, 5) },
  {
    kind: 'exam' as const,
    name: 'Exams, first \\ second; third',
    fromDay: daysFrom(today, 8),
    toDay: daysFrom(today, 8),
  },
]
await as(manager)(calendar.saveDays, {
  schoolId,
  items: [
    ...holidays,
    { kind: 'event', name: 'رحلة الصف الخامس', fromDay: today, toDay: today, gradeIds: [grade5.id] },
    { kind: 'event', name: 'رحلة الصف الرابع', fromDay: today, toDay: today, gradeIds: [grade4.id] },
  ],
})

afterEach(async () => {
  await sql('delete from calendar_feeds')
  await sql('update student_parents set ended_at = null, ended_by = null where parent_id = $1 and student_id = $2', [
    parent.id,
    omar.id,
  ])
})

describe('a feed', () => {
  test('is read by another program: the same days and names, no line over 75 octets, Arabic whole', async () => {
    const { path } = await make(manager)
    const answer = await fetched(path)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    for (const line of answer.body.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toContain('\ufffd')
    }
    const events = eventsIn(answer.body)
    expect(events).toHaveLength(4)
    for (const { name, fromDay, toDay } of holidays) {
      const event = events.find(({ summary }) => summary === name)!
      expect([event.startDate.toString(), event.endDate.toString()]).toEqual([fromDay, daysFrom(toDay, 1)])
      expect(event.startDate.isDate).toBe(true)
    }
  })

  test('has the lessons that its person gives, and those of each child, at their time', async () => {
    await as(manager)(calendarSettings.hours, {
      schoolId,
      sets: [{ name: 'Usual', periods: [{ name: '1', starts: '08:00', minutes: 45, isBreak: false }] }],
    })
    const { id: timetableId } = await as(manager)(timetableDrafts.start, { schoolId, timetableName: 'x' })
    const lesson = {
      courseId: arabic.id,
      weekday: 'Monday',
      number: 1,
      classes: [{ classRoomId: class4a.id }],
      teacherIds: [teacher.id],
      roomIds: [],
    }
    await as(manager)(timetableDrafts.put, { timetableId, lessons: [lesson] })
    await as(manager)(timetableDrafts.publish, { timetableId, validFrom: today })
    const lessonsOf = async (person: { phone: string }) =>
      eventsIn((await fetched((await make(person)).path)).body)
        .filter(({ startDate }) => !startDate.isDate)
        .map(({ summary, startDate, duration }) => [
          summary,
          weekDayOf(startDate.toString().slice(0, 10)),
          startDate.toString().slice(10),
          duration.toString(),
        ])
    const [first, ...others] = await lessonsOf(teacher)
    expect(first).toEqual([`${arabic.name} · ${class4a.name}`, 'Monday', 'T06:00:00Z', 'PT45M'])
    expect(others.length).toBeGreaterThan(1)
    expect((await lessonsOf(parent))[0]?.[0]).toBe(`${arabic.name} · ${omar.firstName}`)
    expect(await lessonsOf(otherManager).catch(() => [])).toEqual([])
  })

  test('of a parent shows the days of the grades of their own children', async () => {
    const { path } = await make(parent)
    const grades = await sql(
      `select distinct c.grade_id from student_parents sp join students st on st.school_id = sp.school_id and st.id = sp.student_id and st.active
       join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id where sp.parent_id = $1 and sp.ended_at is null and sp.school_id = $2`,
      [parent.id, schoolId],
    )
    const names = eventsIn((await fetched(path)).body).map(({ summary }) => summary)
    expect(names).toContain(longName)
    for (const [grade, name] of [
      [grade4, 'رحلة الصف الرابع'],
      [grade5, 'رحلة الصف الخامس'],
    ] as const)
      expect(names.includes(name)).toBe(grades.some(({ grade_id }) => grade_id === grade.id))
  })

  test('of a parent whose links have ended shows nothing from the next request on', async () => {
    const { path } = await make(parent)
    expect(eventsIn((await fetched(path)).body).length).toBeGreaterThan(0)
    const ended = await sql(
      `update student_parents set ended_at = now(), ended_by = $1 where parent_id = $2 and school_id = $3 and ended_at is null
       returning student_id`,
      [manager.id, parent.id, schoolId],
    )
    const { statusCode, body } = await fetched(path)
    expect([statusCode, eventsIn(body)]).toEqual([200, []])
    const own = [parent.id, ended.map(({ student_id }) => student_id)]
    await sql(
      'update student_parents set ended_at = null, ended_by = null where parent_id = $1 and student_id = any ($2)',
      own,
    )
    expect(eventsIn((await fetched(path)).body).length).toBeGreaterThan(0)
    await sql('update student_parents set see_until = see_from - 1 where parent_id = $1 and student_id = any ($2)', own)
    expect(eventsIn((await fetched(path)).body)).toEqual([])
    await sql('update student_parents set see_until = null where parent_id = $1 and student_id = any ($2)', own)
  })

  test('ends when it is revoked, by the person it is for', async () => {
    const { id, path } = await make(teacher)
    const page = { schoolId, pageNumber: 2, pageSize: 1 }
    expect(await as(teacher).listed(calendarFeeds.list, page)).toEqual({ rows: [], total: 1 })
    await expect(as(manager)(calendarFeeds.revoke, { schoolId, feedId: id })).rejects.toMatchObject(notFound)
    await as(teacher)(calendarFeeds.revoke, { schoolId, feedId: id })
    expect((await fetched(path)).statusCode).toBe(404)
    expect(await as(teacher)(calendarFeeds.list, { schoolId })).toEqual([])
  })

  test('is made for schools of the person, five at most', async () => {
    await expect(make(otherManager)).rejects.toMatchObject(notFound)
    for (let nth = 0; nth < 5; nth++) await make(teacher)
    await expect(make(teacher)).rejects.toMatchObject(refused(409, 'You already have 5 addresses of this calendar'))
  })

  test('is one of five also when several are made at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => make(manager)))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })
})

test('an address that was guessed is not found, and after thirty wrong ones a minute nothing is answered', async () => {
  const { path } = await make(manager)
  const stranger = '198.51.100.7'
  const guess = () => fetched(`/feeds/${'A'.repeat(43)}.ics`, stranger)
  let status = 404
  let tries = 0
  while (status === 404 && tries < 40) {
    status = (await guess()).statusCode
    tries++
  }
  expect([status, tries]).toEqual([429, 31])
  expect((await fetched(path, stranger)).statusCode).toBe(429)
  expect((await fetched(path)).statusCode).toBe(200)
})

test('one calendar is read thirty times a minute, from wherever, and every other one goes on', async () => {
  const [{ path }, other] = [await make(manager), await make(manager)]
  for (let n = 0; n < 30; n++) expect((await fetched(path, `198.51.100.${n + 20}`)).statusCode).toBe(200)
  expect((await fetched(path, '198.51.100.60')).statusCode).toBe(429)
  expect((await fetched(other.path, '198.51.100.60')).statusCode).toBe(200)
})

test('a line is cut between letters of any size, and reads as one again', () => {
  for (const text of ['SUMMARY:', `SUMMARY:${'ع'.repeat(200)}`, `SUMMARY:${'😀ع a'.repeat(40)}`, 'X'.repeat(75)]) {
    const pieces = folded(text).split('\r\n')
    expect(pieces.every((piece) => Buffer.byteLength(piece) <= 75)).toBe(true)
    expect(pieces.map((piece, at) => (at === 0 ? piece : piece.slice(1))).join('')).toBe(text)
  }
  expect(eventsIn(icalOf('', 'Africa/Cairo', []))).toEqual([])
})
