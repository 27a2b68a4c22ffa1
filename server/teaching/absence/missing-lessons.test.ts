import { beforeEach, expect, test } from 'vitest'
import { desk } from '#contract/teaching/absence/desk.ts'
import { dayRuleOperations } from '#contract/teaching/lessons/day-rules.ts'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
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
