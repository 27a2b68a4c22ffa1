import type pg from 'pg'
import { expect, test } from 'vitest'
import { daysFrom, weekDayOf } from '#server/base/days.ts'
import { today } from './clock.ts'
import { ask, emptyDatabase, testDatabase, values } from '#test/harness/database.ts'
import { loadDemo, world } from './world.ts'

const database = await testDatabase()
const { nile, delta, class4a, omar } = world

test('today falls into the one current year, and its register is not taken', () => termBefore(database, today))

test('a family finds homework due on this school day and the next, and marks of this week', () =>
  daysWork(database, today))

// The first day of a school year, a Friday and a Sunday in summer, and a leap day. The proof also includes the end of a year, a
// whole week in summer, and the change of years.
const usual = ['2026-09-01', '2027-07-30', '2027-08-01', '2028-02-29']
const week = Array.from({ length: 7 }, (_, later) => daysFrom('2027-07-30', later))
const long = ['2026-12-31', '2027-01-01', '2027-06-30', ...week.filter((day) => !usual.includes(day))]
for (const day of process.env.PROOF === 'on' ? [...usual, ...long] : usual) {
  const then = await emptyDatabase()
  test(`so it is when it is loaded on ${day}, a ${weekDayOf(day)}`, async () => {
    await loadDemo(then, day, { hash: 'of nobody who signs in' })
    await termBefore(then, day)
    await daysWork(then, day)
  })
}

/** A current year that contains the day, and the registers of all school days in the ten weeks before it. */
async function termBefore(connection: pg.ClientConfig, day: string) {
  const months = await ask(
    connection,
    `select y.school_id, m.is_active from school_years y left join school_year_months m
       on m.school_year_id = y.id and '${day}' between start_date and end_date
     where y.active and not y.completed`,
  )
  expect(months).toHaveLength(2)
  expect(months).toEqual(expect.arrayContaining([nile, delta].map(({ id }) => ({ school_id: id, is_active: true }))))
  const opened = `select count(*) from school_year_months where is_active <> (start_date <= '${day}')`
  expect(await values(connection, opened)).toEqual(['0'])

  const schoolDays = Array.from({ length: 70 }, (_, ago) => daysFrom(day, ago - 70)).filter(isSchoolDay)
  const taken = await ask<{ classes: number; days: string[] }>(
    connection,
    `select count(*)::int as classes, days from (
       select s.class_room_id, array_agg(s.date::text order by s.date) as days
       from attendance_sheets s group by s.class_room_id) as by_class group by days`,
  )
  expect(taken).toEqual([{ classes: 8, days: schoolDays }])

  const strangers = `
    select count(*) from attendance_marks m where not exists (
      select from student_classes c where c.student_id = m.student_id and c.class_room_id = m.class_room_id
        and m.date >= from_day and (to_day is null or m.date <= to_day))`
  expect(await values(connection, strangers)).toEqual(['0'])
  const unmarked = `
    select count(*) from students s where active and school_id in ('${nile.id}', '${delta.id}')
      and (select count(*) from attendance_marks m where m.student_id = s.id) <> ${schoolDays.length}`
  expect(await values(connection, unmarked)).toEqual(['0'])
}

/**
 * For the classes of Omar, Laila and Yassin: the work that is due on the next two school days, and the work that was marked in
 * the last seven.
 */
async function daysWork(connection: pg.ClientConfig, day: string) {
  const [first, second] = [0, 1, 2, 3].map((later) => daysFrom(day, later)).filter(isSchoolDay)
  const due = `
    select r.student_id, array_agg(distinct w.assignment_date::text order by w.assignment_date::text) as days
    from student_homework r join homework w on w.id = r.homework_id
    where w.assignment_date >= '${day}' and r.is_delivered is null and r.modified_at < '${day}'
    group by r.student_id`
  const marked = `
    select student_id from student_exams where total_result is not null
      and modified_at between date '${day}' - 7 and date '${day}'`
  const [duties, marks] = [await ask(connection, due), await values(connection, marked)]
  for (const { id } of [omar, world.laila, world.yassin]) {
    expect(duties).toContainEqual({ student_id: id, days: [first, second] })
    expect(marks).toContain(id)
  }
}

const isSchoolDay = (day: string) => !['Friday', 'Saturday'].includes(weekDayOf(day))

test('the last weeks of Omar hold every state there is', async () => {
  const last = `select state, minutes_late, note from attendance_marks where student_id = '${omar.id}' order by date desc limit 10`
  const states = await ask(database, last)
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['present', 'late', 'absent', 'excused']))
  expect(states).toContainEqual({ state: 'late', minutes_late: 10, note: null })
})

test('a student who changed classes has marks in the class of the day', async () => {
  const { movedStudent, class4b } = world
  const classesOf = `select distinct class_room_id from attendance_marks where student_id = '${movedStudent.id}'`
  expect((await values(database, classesOf)).sort()).toEqual([class4a.id, class4b.id].sort())
})
