import { expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { meetings } from '#contract/people/meetings/meetings.ts'
import { ownMeetings } from '#contract/people/meetings/own-meetings.ts'
import { calendarFeeds } from '#contract/school/calendar/calendar-feeds.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { remindOfMeetings } from './reminders.queries.ts'

const { app, as, connection } = await testApp()
const { manager, teacher, supervisor, parent, mother, classmatesParent, nile, omar } = world
const schoolId = nile.id
const day = daysFrom(today, 7)

const round = await as(manager)(meetings.save, {
  schoolId,
  title: 'لقاء أولياء الأمور',
  day,
  fromTime: '17:00',
  toTime: '18:00',
  minutes: 10,
  gap: 2,
  classRoomIds: [],
  closeHours: 2,
  teachers: [{ teacherId: teacher.id, room: '12' }, { teacherId: supervisor.id }],
})
await as(manager)(meetings.open, { schoolId, roundId: round.id, open: true })
const wanted = { studentId: omar.id, teacherId: teacher.id, starts: '17:12' }
await as(parent)(ownMeetings.book, { roundId: round.id, meetings: [wanted] })

const reminders = async (person: { phone: string }) => {
  await deliverAll(connection)
  return (await as(person)(inbox.items, {}))
    .filter(({ kind }) => kind === 'meetingsTomorrow')
    .map(({ studentId, date, link }) => [studentId, date, link.to])
}

test('who has a meeting is reminded once, a day before the evening, and nobody else', async () => {
  const at = (of: string, time: string) => new Date(`${of}T${time}:00Z`)
  expect(await remindOfMeetings(connection, at(daysFrom(day, -2), '20:00'))).toBe(0)
  expect(await remindOfMeetings(connection, at(daysFrom(day, -1), '16:00'))).toBe(1)
  expect(await remindOfMeetings(connection, at(daysFrom(day, -1), '17:00'))).toBe(0)
  for (const person of [parent, mother]) expect(await reminders(person)).toEqual([[omar.id, day, 'meetings']])
  expect(await reminders(teacher)).toEqual([[null, day, 'meetings']])
  for (const person of [supervisor, classmatesParent]) expect(await reminders(person)).toEqual([])
})

test('the calendar of a parent has the meeting with the teacher, that of the teacher only the class', async () => {
  const feedOf = async (person: { phone: string }) => {
    const { path } = await as(person)(calendarFeeds.make, { schoolId, language: 'ar' })
    return (await app.inject({ method: 'GET', url: path })).body.replaceAll('\r\n ', '')
  }
  const begins = `DTSTART:${day.replaceAll('-', '')}T`
  const ofParent = await feedOf(parent)
  expect(ofParent).toContain('لقاء أولياء الأمور · منى الحلواني · عمر · 12')
  expect(ofParent).toContain(begins)
  const ofTeacher = await feedOf(teacher)
  expect(ofTeacher).toContain('لقاء أولياء الأمور · فصل 4أ · 12')
  expect(ofTeacher).not.toContain('عمر')
  expect(await feedOf(classmatesParent)).not.toContain('لقاء أولياء الأمور')
})
