import { expect, test } from 'vitest'
import { today } from '#contract/overviews/today/today.ts'
import { meetings } from '#contract/people/meetings/meetings.ts'
import { ownMeetings } from '#contract/people/meetings/own-meetings.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today as day } from '#test/world/clock.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, teacher, parent, mother, deltaParent, nile, omar, class4a } = world
const schoolId = nile.id
const waiting = async (person: { phone: string }) => (await as(person)(today.get, {})).meetings

test('a parent’s day names an open evening until a meeting about one of the children is booked', async () => {
  const { id } = await as(manager)(meetings.save, {
    schoolId,
    title: 'لقاء أولياء الأمور',
    day: daysFrom(day, 7),
    fromTime: '17:00',
    toTime: '18:00',
    minutes: 10,
    gap: 2,
    classRoomIds: [class4a.id],
    closeHours: 2,
    teachers: [{ teacherId: teacher.id }],
  })
  expect(await waiting(parent)).toEqual([])
  await as(manager)(meetings.open, { schoolId, roundId: id, open: true })
  const line = [{ id, title: 'لقاء أولياء الأمور', day: daysFrom(day, 7) }]
  expect([await waiting(parent), await waiting(mother), await waiting(deltaParent)]).toEqual([line, line, []])

  await sql('update meeting_rounds set all_from = day')
  expect(await waiting(parent)).toEqual([])
  await as(teacher)(ownMeetings.ask, { schoolId, roundId: id, studentId: omar.id, asked: true })
  expect(await waiting(parent)).toEqual(line)

  const wanted = { studentId: omar.id, teacherId: teacher.id, starts: '17:12' }
  await as(parent)(ownMeetings.book, { roundId: id, meetings: [wanted] })
  expect([await waiting(parent), await waiting(mother)]).toEqual([[], []])
})
