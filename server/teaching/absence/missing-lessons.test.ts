import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { desk } from '#contract/teaching/absence/desk.ts'
import { dayRuleOperations } from '#contract/teaching/lessons/day-rules.ts'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { remindOfLessons } from '#server/teaching/lessons/reminders.queries.ts'
import { publishWeek } from '#test/harness/covering.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const at = (time: string) => new Date(`${today}T${time}:00+02:00`)
let now = at('12:00')
const { as, connection } = await testApp({ clock: { now: () => now } })
const { sql } = tracesIn(connection)
const { manager, teacher, mathsTeacher, dual, supervisor, otherManager, nile, class4a, class5b, omar } = world
await publishWeek(as, today)
// The class takes lessons from today on; it has four of them, the first until 8:45.
await as(manager)(dayRuleOperations.save, { gradeId: class4a.gradeId, fromDay: today, dayRule: 'first' })

beforeEach(async () => {
  now = at('12:00')
  for (const table of ['covers', 'register_reminders', 'lesson_marks', 'lesson_sheets', 'inbox_items'])
    await sql(`delete from ${table}`)
  await sql(`delete from attendance_marks where date = '${today}'`)
})

const missing = async () =>
  (await as(manager)(desk.get, { schoolId: nile.id })).missingLessons.filter(
    ({ classRoomId }) => classRoomId === class4a.id,
  )
const numbers = async () => (await missing()).map(({ number }) => number)
const take = (number: number) =>
  as(teacher)(lessonRegisters.save, {
    classRoomId: class4a.id,
    date: today,
    number,
    students: [{ studentId: omar.id, state: 'present' }],
  })
const remind = (number: number, person: { phone: string } = manager) =>
  as(person)(desk.remind, { classRoomId: class4a.id, number })
const asked = async (person: { phone: string }) => {
  await deliverAll(connection)
  return (await as(person)(inbox.items, {}))
    .filter(({ kind }) => kind === 'registerMissing')
    .map(({ number, classRoomId }) => [number, classRoomId])
}

test('the desk lists lessons that ended a quarter of an hour ago, until they are taken, and not the day of their class', async () => {
  now = at('08:59')
  expect(await numbers()).toEqual([])
  now = at('09:00')
  expect(await missing()).toMatchObject([
    { number: 1, ends: '08:45', courseName: world.arabic.name, groupId: null, reminder: null },
  ])
  expect((await missing())[0]!.teacherNames).toHaveLength(1)
  now = at('12:00')
  expect(await numbers()).toEqual([1, 2, 3, 4])
  await take(2)
  expect(await numbers()).toEqual([1, 3, 4])
  const { missing: days } = await as(manager)(desk.get, { schoolId: nile.id })
  expect(days.map(({ classRoomId }) => classRoomId)).not.toContain(class4a.id)
})

test('a reminder reaches the teacher of the lesson with its number, once within ten minutes, until it is taken', async () => {
  const { byName } = await remind(1)
  expect((await missing())[0]!.reminder).toMatchObject({ byName })
  expect((await missing())[1]!.reminder).toBeNull()
  expect(await asked(teacher)).toEqual([[1, class4a.id]])
  for (const person of [mathsTeacher, supervisor]) expect(await asked(person)).toEqual([])
  const again = refused(409, 'This register is there, or was reminded of a moment ago')
  await expect(remind(1)).rejects.toMatchObject(again)
  await remind(2)
  expect(await asked(mathsTeacher)).toEqual([[2, class4a.id]])
  await take(1)
  expect(await asked(teacher)).toEqual([])
  await expect(remind(1)).rejects.toMatchObject(again)
})

test('who covers the lesson is reminded in place of who is absent', async () => {
  const [lesson] = await sql(
    `select l.id from lessons l cross join lateral timetable_on($1, $2) t
     where l.timetable_id = t.timetable_id and l.weekday = extract(dow from $2::date) and l.number = 1 and $3 = any (l.class_ids)`,
    [nile.id, today, class4a.id],
  )
  await sql(
    `insert into covers (school_id, id, day, lesson_id, number, absent_id, teacher_id, way, state, asked_by)
     values ($1, $2, $3, $4, 1, $5, $6, 'cover', 'given', $7)`,
    [nile.id, newId(), today, lesson.id, teacher.id, dual.id, manager.id],
  )
  await remind(1)
  expect(await asked(dual)).toEqual([[1, class4a.id]])
  expect(await asked(teacher)).toEqual([])
})

describe('by itself', () => {
  const otherClass = (active: boolean) =>
    sql('update class_rooms set active = $2 where id = $1', [world.class4b.id, active])
  beforeEach(() => otherClass(false))
  afterEach(() => otherClass(true))
  const passes = async (time: string) => {
    now = at(time)
    return remindOfLessons(connection, now)
  }
  const office = async (person: { phone: string }) => {
    await deliverAll(connection)
    return (await as(person)(inbox.items, {})).filter(({ kind }) => kind === 'lessonsMissing')
  }

  test('the teacher is reminded once, a quarter of an hour after the end, of what nobody took or reminded of', async () => {
    expect(await passes('08:59')).toBe(0)
    expect(await passes('09:00')).toBe(1)
    expect(await passes('09:01')).toBe(0)
    expect(await asked(teacher)).toEqual([[1, class4a.id]])
    expect((await missing())[0]!.reminder).toMatchObject({ byName: null })
    now = at('09:46')
    await remind(2)
    expect(await passes('09:47')).toBe(0)
    now = at('10:25')
    await take(3)
    expect(await passes('10:30')).toBe(0)
    // A server that starts late reminds nobody of what is long over.
    await sql('delete from register_reminders')
    expect(await passes('10:46')).toBe(0)
  })

  test('several processes at once remind once', async () => {
    now = at('09:00')
    const all = await Promise.all([1, 2, 3].map(() => remindOfLessons(connection, now)))
    expect(all.reduce((sum, many) => sum + many)).toBe(1)
  })

  test('the office is notified once after the last lesson, while one is missing', async () => {
    await passes('11:14')
    expect(await office(manager)).toEqual([])
    await passes('11:15')
    await passes('11:16')
    const [item, ...more] = await office(manager)
    expect(item).toMatchObject({ link: { to: 'absence' } })
    expect(more).toEqual([])
    for (const person of [teacher, otherManager]) expect(await office(person)).toEqual([])
    for (const number of [1, 2, 3]) await take(number)
    expect(await office(manager)).toHaveLength(1)
    await take(4)
    expect(await office(manager)).toEqual([])
  })

  test('a day with all its lessons notifies nobody, and neither does a closed school', async () => {
    for (const number of [1, 2, 3, 4]) await take(number)
    expect(await passes('11:15')).toBe(0)
    expect(await office(manager)).toEqual([])
    await sql('delete from lesson_marks')
    await sql('update schools set active = false where id = $1', [nile.id])
    expect(await passes('11:16')).toBe(0)
    await sql('update schools set active = true where id = $1', [nile.id])
  })
})

test('what is no lesson, or about the other kind of register, is refused', async () => {
  await expect(remind(9)).rejects.toMatchObject(refused(400, 'This class has no such lesson on this day'))
  await expect(as(manager)(desk.remind, { classRoomId: class4a.id })).rejects.toMatchObject(
    refused(409, 'The day of this class follows from its lessons'),
  )
  await expect(as(manager)(desk.remind, { classRoomId: class5b.id, number: 1 })).rejects.toMatchObject(
    refused(409, 'The register of this class is taken once a day'),
  )
  await expect(remind(1, mathsTeacher)).rejects.toMatchObject(notAllowed)
  await expect(remind(1, otherManager)).rejects.toMatchObject(notFound)
  expect(await sql('select from register_reminders')).toEqual([])
})
