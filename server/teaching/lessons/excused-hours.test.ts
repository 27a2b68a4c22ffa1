import { beforeEach, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { dayRuleOperations } from '#contract/teaching/lessons/day-rules.ts'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { lessonGaps } from '#contract/teaching/lessons/gaps.ts'
import { testApp } from '#test/harness/app.ts'
import { publishWeek } from '#test/harness/covering.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

/** Sunday; the lessons begin at 8:00, 8:45, 9:30, 10:15 and 11:00. */
const day = '2026-11-15'
const { as, connection } = await testApp({ clock: { now: () => new Date(`${day}T12:00:00+02:00`) } })
const { sql } = tracesIn(connection)
const { manager, teacher, mathsTeacher, scienceTeacher, parent, nile, class4a, omar } = world
await publishWeek(as, day)

beforeEach(async () => {
  for (const table of ['lesson_marks', 'lesson_sheets', 'day_rules', 'excuses']) await sql(`delete from ${table}`)
  await sql(`delete from attendance_marks where date = '${day}'`)
  await as(manager)(dayRuleOperations.save, { gradeId: class4a.gradeId, fromDay: day, dayRule: 'missed' })
})

const take = (person: { phone: string }, number: number, state: 'present' | 'absent') =>
  as(person)(lessonRegisters.save, {
    classRoomId: class4a.id,
    date: day,
    number,
    students: [{ studentId: omar.id, state }],
  })
const hours = { studentId: omar.id, fromDay: day, excuseKind: 'appointment' as const }
const ask = (fromTime?: string, toTime?: string) =>
  as(parent)(excuses.ask, { ...hours, ...(fromTime && { fromTime }), ...(toTime && { toTime }) })
const accept = (excuseId: string) => as(manager)(excuses.decide, { studentId: omar.id, excuseId, accept: true })
const dayOfOmar = async () =>
  (await as(manager)(attendance.list, { studentId: omar.id, dateFrom: day, dateTo: day }))[0]?.state
const kindIn = async (person: { phone: string }, number: number) => {
  const { students } = await as(person)(lessonRegisters.sheet, { classRoomId: class4a.id, date: day, number })
  return students.find(({ id }) => id === omar.id)!.excuseKind
}
const openGaps = async () =>
  (await as(manager)(lessonGaps.list, { schoolId: nile.id, date: day, state: 'open' })).length

test('hours excuse the lessons within them, accepted before or after, and no others', async () => {
  await take(teacher, 1, 'present')
  await take(mathsTeacher, 2, 'absent')
  expect([await dayOfOmar(), await openGaps()]).toEqual(['absent', 1])
  const { id } = await ask('08:50', '09:30')
  expect(await dayOfOmar()).toBe('absent')
  await accept(id)
  expect([await dayOfOmar(), await openGaps()]).toEqual(['present', 0])
  expect([await kindIn(teacher, 1), await kindIn(mathsTeacher, 2), await kindIn(scienceTeacher, 3)]).toEqual([
    null,
    'appointment',
    null,
  ])
  await take(scienceTeacher, 3, 'absent')
  expect(await dayOfOmar()).toBe('absent')
  await take(scienceTeacher, 3, 'present')
  await as(manager)(excuses.undo, { studentId: omar.id, excuseId: id })
  expect([await dayOfOmar(), await openGaps()]).toEqual(['absent', 1])
})

test('a first time alone excuses the rest of the day, a last one alone its beginning; the mark stays as it was made', async () => {
  for (const [fromTime, toTime, state] of [
    ['08:45', undefined, 'present'],
    [undefined, '08:45', 'absent'],
    [undefined, '08:46', 'present'],
  ] as const) {
    await sql('delete from excuses')
    await accept((await ask(fromTime, toTime)).id)
    await take(teacher, 1, 'present')
    await take(mathsTeacher, 2, 'absent')
    expect([fromTime, toTime, await dayOfOmar()]).toEqual([fromTime, toTime, state])
    const [first] = await sql('select state from lesson_marks where number = 2')
    expect(first.state).toBe('absent')
    await sql('delete from lesson_marks')
  }
})

test('where the day is taken once, hours excuse nothing', async () => {
  await sql('delete from day_rules')
  await accept((await ask('08:00', '14:00')).id)
  await as(manager)(attendance.save, {
    classRoomId: class4a.id,
    date: day,
    students: [{ studentId: omar.id, state: 'absent' }],
  })
  expect(await dayOfOmar()).toBe('absent')
})

test('hours are of one day and end after they began, and two excuses of a day do not meet', async () => {
  await expect(as(parent)(excuses.ask, { ...hours, toDay: '2026-11-16', fromTime: '08:00' })).rejects.toMatchObject(
    refused(400, 'A part of a day is of one day'),
  )
  await expect(ask('10:00', '10:00')).rejects.toMatchObject(refused(400, 'Invalid time'))
  await ask('08:00', '09:00')
  const again = refused(409, 'One of these days has an excuse already')
  await expect(ask('08:59', '10:00')).rejects.toMatchObject(again)
  await expect(ask()).rejects.toMatchObject(again)
  await ask('09:00')
  expect(await sql('select from excuses')).toHaveLength(2)
})
