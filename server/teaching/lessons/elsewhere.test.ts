import { beforeEach, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { dayRuleOperations } from '#contract/teaching/lessons/day-rules.ts'
import { elsewhere } from '#contract/teaching/lessons/elsewhere.ts'
import { lessonGaps } from '#contract/teaching/lessons/gaps.ts'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { testApp } from '#test/harness/app.ts'
import { publishWeek } from '#test/harness/covering.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { allStudents } from '#test/world/students.ts'
import { world } from '#test/world/world.ts'

/** Sunday; the class has lessons 1 to 4. */
const day = '2026-11-15'
let now = new Date(`${day}T12:00:00+02:00`)
const { as, connection } = await testApp({ clock: { now: () => now } })
const { sql } = tracesIn(connection)
const { manager, teacher, mathsTeacher, parent, otherManager } = world
const { nile, class4a, class5b, omar, classmate } = world
await publishWeek(as, day)
const other = allStudents.find(({ classRoomId, active }) => classRoomId === class5b.id && active)!

beforeEach(async () => {
  now = new Date(`${day}T12:00:00+02:00`)
  for (const table of ['students_elsewhere', 'lesson_marks', 'lesson_sheets', 'day_rules'])
    await sql(`delete from ${table}`)
  await sql(`delete from attendance_marks where date = '${day}'`)
  await as(manager)(dayRuleOperations.save, { gradeId: class4a.gradeId, fromDay: day, dayRule: 'missed' })
})

type Event = Partial<InputOf<typeof elsewhere.save>>
const enter = (event: Event = {}, person: { phone: string } = teacher) =>
  as(person)(elsewhere.save, {
    classRoomId: class4a.id,
    date: day,
    eventName: 'رحلة المتحف',
    fromNumber: 2,
    toNumber: 3,
    studentIds: [omar.id],
    ...event,
  })
const remove = (eventId: string, person: { phone: string } = teacher) =>
  as(person)(elsewhere.remove, { classRoomId: class4a.id, date: day, eventId })
const take = (number: number, state: 'present' | 'absent') =>
  as(teacher)(lessonRegisters.save, {
    classRoomId: class4a.id,
    date: day,
    number,
    students: [
      { studentId: omar.id, state },
      { studentId: classmate.id, state: 'present' },
    ],
  })
const lineOf = async (number: number, date = day) =>
  (await as(teacher)(lessonRegisters.sheet, { classRoomId: class4a.id, date, number })).students.find(
    ({ id }) => id === omar.id,
  )!
const dayOfOmar = async () =>
  (await as(manager)(attendance.list, { studentId: omar.id, dateFrom: day, dateTo: day }))[0]?.state
const gaps = async () =>
  (await as(manager)(lessonGaps.list, { schoolId: nile.id, date: day })).map(({ seenIn, number, until }) => [
    seenIn,
    number,
    until,
  ])

test('the register names the event in its lessons alone, and the day lists who is there', async () => {
  const { eventId } = await enter({ studentIds: [omar.id, classmate.id] })
  expect([(await lineOf(1)).elsewhere, (await lineOf(2)).elsewhere, (await lineOf(3)).elsewhere]).toEqual([
    null,
    'رحلة المتحف',
    'رحلة المتحف',
  ])
  expect((await lineOf(4)).elsewhere).toBeNull()
  const { elsewhere: events } = await as(teacher)(lessonRegisters.day, { classRoomId: class4a.id, date: day })
  expect(events).toMatchObject([{ eventId, eventName: 'رحلة المتحف', fromNumber: 2, toNumber: 3 }])
  expect(new Set(events[0]!.students.map(({ id }) => id))).toEqual(new Set([omar.id, classmate.id]))
})

test('who was absent when it is entered counts as there, has no gap, and begins the next lesson so; taking it back ends that', async () => {
  await take(1, 'present')
  await take(2, 'absent')
  expect([await dayOfOmar(), await gaps()]).toEqual(['absent', [[1, 2, 2]]])
  const { eventId } = await enter({ toNumber: 2 })
  expect([await dayOfOmar(), await gaps()]).toEqual(['present', []])
  expect((await lineOf(3)).before).toMatchObject({ number: 2, state: 'present' })
  const own = await as(parent)(lessonRegisters.ofStudent, { studentId: omar.id, date: day })
  expect(own.map(({ number, state, elsewhere: event }) => [number, state, event])).toEqual([
    [1, 'present', null],
    [2, 'absent', 'رحلة المتحف'],
  ])
  expect(await remove(eventId)).toEqual({ done: true, changed: 1 })
  expect([await dayOfOmar(), await gaps()]).toEqual(['absent', [[1, 2, 2]]])
  expect((await lineOf(3)).before).toMatchObject({ number: 2, state: 'absent' })
})

test('an absence that is recorded afterwards counts, and is a gap', async () => {
  await enter()
  await take(2, 'present')
  expect(await dayOfOmar()).toBe('present')
  await take(3, 'absent')
  await take(4, 'absent')
  expect([await dayOfOmar(), await gaps()]).toEqual(['absent', [[2, 3, 4]]])
})

test('a run of missed lessons ends where the student is elsewhere', async () => {
  await take(1, 'present')
  await take(2, 'absent')
  await take(3, 'absent')
  await take(4, 'absent')
  expect(await gaps()).toEqual([[1, 2, 4]])
  await enter({ fromNumber: 3, toNumber: 3 })
  expect(await gaps()).toEqual([
    [3, 4, 4],
    [1, 2, 2],
  ])
})

test('a coming day is entered ahead, and has no register yet', async () => {
  const date = '2026-11-18'
  await enter({ date })
  expect((await lineOf(2, date)).elsewhere).toBe('رحلة المتحف')
  expect(await sql(`select from attendance_sheets where date = '${date}'`)).toEqual([])
})

test('what does not fit is refused and stores nothing', async () => {
  await expect(enter({ fromNumber: 3, toNumber: 2 })).rejects.toMatchObject(
    refused(400, 'The last lesson is before the first'),
  )
  await expect(enter({ fromNumber: 8, toNumber: 9 })).rejects.toMatchObject(
    refused(400, 'This class has no such lesson on this day'),
  )
  await expect(enter({ studentIds: [omar.id, omar.id] })).rejects.toMatchObject(
    refused(400, 'A student is listed twice'),
  )
  await expect(enter({ studentIds: [other.id] })).rejects.toMatchObject(refused(400, 'A student is not in this lesson'))
  await expect(enter({ date: '2027-03-01' })).rejects.toMatchObject(refused(400, 'This date cannot be used'))
  await expect(enter({ eventName: ' ' })).rejects.toMatchObject({ status: 400 })
  await expect(enter({ classRoomId: class5b.id, studentIds: [other.id] }, manager)).rejects.toMatchObject(
    refused(409, 'The register of this class is taken once a day'),
  )
  expect(await sql('select from students_elsewhere')).toEqual([])
})

test('only who takes attendance in the class enters it; after the next school day only the office', async () => {
  await expect(enter({ classRoomId: class5b.id, studentIds: [other.id] }, mathsTeacher)).rejects.toMatchObject(notFound)
  await expect(enter({}, otherManager)).rejects.toMatchObject(notFound)
  await expect(enter({}, parent)).rejects.toMatchObject(notAllowed)
  const { eventId } = await enter()
  await expect(remove(eventId, otherManager)).rejects.toMatchObject(notFound)
  await expect(remove(omar.id)).rejects.toMatchObject(notFound)
  now = new Date('2026-11-17T08:00:00+02:00')
  await expect(enter()).rejects.toMatchObject(refused(403, 'This lesson can no longer be changed; ask the office'))
  await expect(remove(eventId)).rejects.toMatchObject({ status: 403 })
  await remove(eventId, manager)
  expect(await sql('select from students_elsewhere')).toEqual([])
})
