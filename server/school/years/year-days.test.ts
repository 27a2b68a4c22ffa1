import { beforeEach, describe, expect, test } from 'vitest'
import { activities } from '#contract/teaching/activities/activities.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { months } from '#contract/school/years/months.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { studentNumbers } from '#contract/teaching/student-numbers/student-numbers.ts'
import { years } from '#contract/school/years/years.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, teacher, parent, otherManager, nile, nileYear, nilePastYear, deltaYear, class4a, omar } = world

const began = daysFrom(today, -30)
const days = async () =>
  (await as(manager)(years.days, { schoolId: nile.id })).map(({ id, firstDay, lastDay }) => [id, firstDay, lastDay])

/** All registers of the test world are in the last seventy days. The current year began in this time, and has no dates. */
beforeEach(async () => {
  const others = [nile.id, [nileYear.id, nilePastYear.id]]
  await sql('delete from school_year_months where school_id = $1 and school_year_id <> all ($2)', others)
  await sql('delete from school_years where school_id = $1 and id <> all ($2)', others)
  await sql(`update school_years set active = false, completed = true where id = $1`, [nilePastYear.id])
  await sql(`update school_years set active = true, completed = false, began_on = $2 where id = $1`, [
    nileYear.id,
    began,
  ])
  await sql('update school_year_months set start_date = null, end_date = null where school_year_id = $1', [nileYear.id])
})

describe('the days of the school years', () => {
  test('leave no day out: each year lasts until the next one begins', async () => {
    const split = [
      [nileYear.id, began, null],
      [nilePastYear.id, null, daysFrom(began, -1)],
    ]
    expect(await days()).toEqual(split)
    for (const person of [teacher, parent])
      expect(await as(person)(years.days, { schoolId: nile.id })).toMatchObject([
        { id: nileYear.id, current: true, completed: false },
        { id: nilePastYear.id, current: false, completed: true },
      ])
    await expect(as(otherManager)(years.days, { schoolId: nile.id })).rejects.toMatchObject(notFound)
  })

  test('begin with the first dated month where that is earlier', async () => {
    const [month] = await as(manager)(months.list, { yearId: nileYear.id })
    await as(manager)(months.update, { id: month!.id, startDate: daysFrom(today, -40) })
    expect((await days())[0]).toEqual([nileYear.id, daysFrom(today, -40), null])
    await as(manager)(months.update, { id: month!.id, startDate: daysFrom(today, -20) })
    expect((await days())[0]).toEqual([nileYear.id, began, null])
  })

  test('are not those of a year that is only prepared; it has its own as soon as it is the current one', async () => {
    const next = await as(manager)(years.add, { schoolId: nile.id, name: 'The next', active: false })
    await as(manager)(months.add, { yearId: next.id, name: 'First', startDate: daysFrom(today, -2) })
    expect((await days()).map(([id]) => id)).toEqual([nileYear.id, nilePastYear.id])

    await as(manager)(years.complete, { schoolYearId: nileYear.id })
    expect((await days())[0]).toEqual([nileYear.id, began, null])
    await as(manager)(years.activate, { schoolYearId: next.id })
    expect((await days()).slice(0, 2)).toEqual([
      [next.id, daysFrom(today, -2), null],
      [nileYear.id, began, daysFrom(today, -3)],
    ])

    await as(manager)(years.deactivate, { schoolYearId: next.id })
    await as(manager)(years.reopen, { schoolYearId: nileYear.id })
    expect((await days())[0]).toEqual([nileYear.id, began, null])
  })

  test('go to the current year from its first day on, whatever began later', async () => {
    await sql('update school_years set active = false where id = $1', [nileYear.id])
    await sql(`update school_years set active = true, completed = false, began_on = $2 where id = $1`, [
      nilePastYear.id,
      daysFrom(began, -300),
    ])
    expect(await days()).toEqual([[nilePastYear.id, null, null]])
  })
})

describe('lists narrowed to a school year', () => {
  const dated = { yearId: nileYear.id }
  const past = { yearId: nilePastYear.id }

  test('of attendance: the two years are the whole, and each day is of its year', async () => {
    const of = (more: object) => as(manager).listed(attendance.list, { studentId: omar.id, pageSize: 200, ...more })
    const [all, now, before] = [await of({}), await of(dated), await of(past)]
    expect(now.rows.every(({ date }) => date >= began)).toBe(true)
    expect(before.rows.every(({ date }) => date < began)).toBe(true)
    expect([now.total! > 0, before.total! > 0]).toEqual([true, true])
    expect([...now.rows, ...before.rows]).toEqual(all.rows)
    expect(await as(parent).listed(attendance.list, { studentId: omar.id, pageSize: 200, ...past })).toEqual(before)

    const sheets = (more: object) => as(manager).listed(attendance.sheets, { classRoomId: class4a.id, ...more })
    expect((await sheets(dated)).total! + (await sheets(past)).total!).toBe((await sheets({})).total)
  })

  test('of homework, activities, notes and results', async () => {
    await sql(
      `update homework set assignment_date = $1 where school_id = $4 and id = (
         select r.homework_id from student_homework r join homework w on w.school_id = r.school_id and w.id = r.homework_id
         where r.school_id = $4 and r.student_id = $2 and w.class_room_id = $3 and r.removed_at is null and w.removed_at is null limit 1)`,
      [daysFrom(began, -1), omar.id, class4a.id, nile.id],
    )
    await sql(`update activities set activity_date = $1 where class_room_id = $2`, [daysFrom(began, -1), class4a.id])
    await sql(`update student_notes set date = $1 where student_id = $2`, [began, omar.id])
    const of = { classRoomId: class4a.id, pageSize: 200 }
    for (const list of [homework.list, activities.list, notes.list]) {
      const [all, now, before] = [
        await as(manager).listed(list, of),
        await as(manager).listed(list, { ...of, ...dated }),
        await as(manager).listed(list, { ...of, ...past }),
      ]
      expect(all.total).toBeGreaterThan(0)
      expect([...now.rows, ...before.rows]).toEqual(all.rows)
    }
    const results = (more: object) => as(parent).listed(studentHomework.list, { studentId: omar.id, ...more })
    expect((await results(past)).rows.map(({ date }) => date)).toContain(daysFrom(began, -1))
    expect((await results(dated)).total).toBe((await results({})).total! - (await results(past)).total!)
  })

  test('of exams: by the month they belong to, whatever their day', async () => {
    const of = { classRoomId: class4a.id, pageSize: 200 }
    const all = await as(manager).listed(exams.list, of)
    const [one] = all.rows
    await sql('update exams set exam_date = $2 where id = $1', [one!.id, daysFrom(began, -100)])
    expect((await as(manager).listed(exams.list, { ...of, ...dated })).total).toBe(all.total)
    expect(await as(manager)(exams.list, { ...of, ...past })).toEqual([])
    const results = await as(manager).listed(studentExams.list, { studentId: omar.id })
    expect((await as(manager).listed(studentExams.list, { studentId: omar.id, ...dated })).total).toBe(results.total)
    expect(await as(manager)(studentExams.list, { studentId: omar.id, ...past })).toEqual([])
  })

  test('find nothing in a year of another school', async () => {
    const foreign = { yearId: deltaYear.id }
    expect(await as(manager)(attendance.list, { studentId: omar.id, ...foreign })).toEqual([])
    expect(await as(manager)(homework.list, { classRoomId: class4a.id, ...foreign })).toEqual([])
    expect(await as(manager)(exams.list, { classRoomId: class4a.id, ...foreign })).toEqual([])
  })

  test('count as the figures of the same year do', async () => {
    for (const year of [dated, past]) {
      const { attendance: counted } = await as(manager)(studentNumbers.get, { studentId: omar.id, ...year })
      const { total } = await as(manager).listed(attendance.list, { studentId: omar.id, ...year })
      const { present, late, absent, excused } = counted!
      expect(present + late + absent + excused).toBe(total)
    }
  })
})

test('what completing a year would leave unfinished is counted on the days of that year', async () => {
  const plan = async () => (await as(manager)(years.completionPlan, { schoolYearId: nileYear.id })).registersNotTaken
  const before = await plan()
  const loseRegister = (comparison: '<' | '>=') =>
    sql(
      `with gone as (select date from attendance_sheets where class_room_id = $1 and date ${comparison} $2
         order by date desc limit 1), marks as (
         delete from attendance_marks m using gone where m.class_room_id = $1 and m.date = gone.date)
       delete from attendance_sheets a using gone where a.class_room_id = $1 and a.date = gone.date`,
      [class4a.id, began],
    )
  await loseRegister('<')
  expect(await plan()).toBe(before)
  await loseRegister('>=')
  expect(await plan()).toBe(before + 1)
})
