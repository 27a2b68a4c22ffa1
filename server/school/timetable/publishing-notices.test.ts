import { expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { manager, parent, teacher, mathsTeacher, nile, omar, class4a, class4b, arabic, maths } = world

const noticesOf = async (person: { phone: string }) => {
  await deliverAll(connection)
  return (await as(person)(inbox.items, {}))
    .filter(({ kind }) => kind === 'timetablePublished' || kind === 'childTimetable')
    .map(({ kind, studentId, date, link }) => ({ kind, studentId, date, to: link.to, tab: link.tab }))
}

test('who teaches what changes and parents of the class are notified of the day, until it is withdrawn', async () => {
  const { id: timetableId } = await as(manager)(timetableDrafts.start, { schoolId: nile.id, timetableName: 'x' })
  const lesson = (classRoom: { id: string }, course: { id: string }, person: { id: string }, number: number) => ({
    courseId: course.id,
    weekday: 'Monday',
    number,
    classes: [{ classRoomId: classRoom.id }],
    teacherIds: [person.id],
    roomIds: [],
  })
  const day = daysFrom(today, 7)
  await as(manager)(timetableDrafts.put, { timetableId, lessons: [lesson(class4a, arabic, teacher, 1)] })
  await as(manager)(timetableDrafts.publish, { timetableId, validFrom: day })
  const ofTeacher = { kind: 'timetablePublished', studentId: null, date: day, to: 'timetable', tab: null }
  expect(await noticesOf(teacher)).toEqual([ofTeacher])
  expect(await noticesOf(mathsTeacher)).toEqual([])
  expect(await noticesOf(parent)).toEqual([
    { kind: 'childTimetable', studentId: omar.id, date: day, to: 'child', tab: 'week' },
  ])
  await as(manager)(timetableDrafts.withdraw, { timetableId })
  expect(await noticesOf(teacher)).toEqual([])
  expect(await noticesOf(parent)).toEqual([])

  await as(manager)(timetableDrafts.publish, { timetableId, validFrom: day })
  const next = await as(manager)(timetableDrafts.start, {
    schoolId: nile.id,
    timetableName: 'y',
    copyOfId: timetableId,
  })
  await as(manager)(timetableDrafts.put, { timetableId: next.id, lessons: [lesson(class4b, maths, mathsTeacher, 2)] })
  const later = daysFrom(today, 14)
  await as(manager)(timetableDrafts.publish, { timetableId: next.id, validFrom: later })
  expect((await noticesOf(mathsTeacher)).map(({ date }) => date)).toEqual([later])
  expect((await noticesOf(teacher)).map(({ date }) => date)).toEqual([day])
  expect((await noticesOf(parent)).map(({ date }) => date)).toEqual([day])
})
