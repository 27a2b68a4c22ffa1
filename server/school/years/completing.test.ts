import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { months } from '#contract/school/years/months.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { years } from '#contract/school/years/years.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { renewing } from '#test/harness/renewing.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { coinsIn } from '#test/harness/money.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { work, settled } = renewing(app, 0)
work()
const { sql, rowsOf, audited } = tracesIn(connection)
const { manager, nile, delta, nileYear, nilePastYear, omar, laila, class4b, maths } = world

const ofYear = { person_id: manager.id, school_id: nile.id, target_kind: 'school year', target_id: nileYear.id }
const complete = (more: object = {}) => as(manager)(years.complete, { schoolYearId: nileYear.id, ...more })
const reopen = (schoolYearId = nileYear.id) => as(manager)(years.reopen, { schoolYearId })
const plan = () => as(manager)(years.completionPlan, { schoolYearId: nileYear.id })
/** Renews all seats, with a job if there are many. Returns how many. */
async function renew() {
  const { jobId, changed } = await as(manager)(studentRecords.renewSeats, { schoolId: nile.id })
  return jobId ? (await settled(jobId)).changed : changed
}
const renewal = () => as(manager)(studentRecords.renewalPlan, { schoolId: nile.id })
const seats = () =>
  sql('select id, is_paid, seat_ended_on::text from students where school_id = $1 order by id', [nile.id])
const { balance } = coinsIn(connection)
const shifted = (days: number) =>
  sql(
    'update school_year_months set start_date = start_date + $2::int, end_date = end_date + $2::int where school_year_id = $1',
    [nileYear.id, days],
  )
const name = async () => (await as(manager)(years.get, { schoolYearId: nileYear.id })).name

/** Before each test, the year of the test world is current again, and its last month ends in 200 days. */
beforeEach(async () => {
  await sql(
    `update school_years set active = false, completed = true, completed_at = '2001-01-01' where school_id = $1
    and id <> $2`,
    [nile.id, nileYear.id],
  )
  await sql('update school_years set active = true, completed = false, completed_at = null where id = $1', [
    nileYear.id,
  ])
  await sql('update students set is_paid = true, seat_ended_on = null where ended_with_year_id = $1', [nileYear.id])
  await sql(
    `update school_year_months set
       start_date = least(start_date, $2::date), end_date = case when position = (
         select max(position) from school_year_months where school_id = $3 and school_year_id = $1) then $2::date else least(end_date, $2::date) end
     where school_id = $3 and school_year_id = $1`,
    [nileYear.id, daysFrom(today, 200), nile.id],
  )
})

describe('before a year is completed', () => {
  test('what is unfinished is counted', async () => {
    const before = await plan()
    expect(before).toMatchObject({ schoolYearName: await name(), daysLeft: 200 })
    const [{ paid }] = await sql('select count(*)::int as paid from students where school_id = $1 and is_paid', [
      nile.id,
    ])
    expect(before.seatsEnding).toBe(paid)

    const [month] = await as(manager)(months.list, { yearId: nileYear.id, isActive: true })
    const exam = await as(manager)(exams.add, {
      classRoomId: class4b.id,
      courseId: maths.id,
      monthId: month!.id,
      date: today,
      rate: 20,
    })
    expect(await plan()).toEqual({ ...before, examsWithoutMarks: before.examsWithoutMarks + 1 })
    await sql('update student_exams set total_result = 20, is_attend = true where exam_id = $1', [exam.id])
    expect(await plan()).toEqual(before)

    const [sheet] = await sql(
      `select date::text, class_room_id from attendance_sheets s where school_id = $1 and date between $2 and $3
       and exists (select from attendance_sheets o where o.school_id = s.school_id and o.date = s.date
         and o.class_room_id <> s.class_room_id) order by date desc limit 1`,
      [nile.id, (await firstDay()).day, today],
    )
    await sql('delete from attendance_marks where class_room_id = $1 and date = $2', [sheet.class_room_id, sheet.date])
    await sql('delete from attendance_sheets where class_room_id = $1 and date = $2', [sheet.class_room_id, sheet.date])
    expect((await plan()).registersNotTaken).toBe(before.registersNotTaken + 1)
  })

  test('a class that is not active lacks no register', async () => {
    const missing = async () => (await plan()).registersNotTaken
    const [{ ids }] = await sql('select array_agg(id) as ids from class_rooms where school_id = $1 and active', [
      nile.id,
    ])
    const [{ date }] = await sql(
      'select max(date)::text as date from attendance_sheets where school_id = $1 and date >= $2',
      [nile.id, (await firstDay()).day],
    )
    await sql('delete from attendance_marks where class_room_id = $1 and date = $2', [class4b.id, date])
    await sql('delete from attendance_sheets where class_room_id = $1 and date = $2', [class4b.id, date])
    expect(await missing()).toBeGreaterThan(0)
    await sql('update class_rooms set active = false where id = any ($1)', [ids])
    expect(await missing()).toBe(0)
    await sql('update class_rooms set active = true where id = any ($1)', [ids])
  })

  const firstDay = async () =>
    (
      await sql('select min(start_date)::text as day from school_year_months where school_year_id = $1', [nileYear.id])
    )[0] as { day: string }

  test('no day is left of a year that has run out, and none is counted of one without dates', async () => {
    await shifted(-400)
    expect((await plan()).daysLeft).toBe(0)
    await sql('update school_year_months set start_date = null, end_date = null where school_year_id = $1', [
      nileYear.id,
    ])
    expect((await plan()).daysLeft).toBeNull()
    await sql(`update school_year_months set start_date = $2, end_date = $2 where school_year_id = $1`, [
      nileYear.id,
      daysFrom(today, -30),
    ])
  })

  test('its name is required, and another one refused', async () => {
    const before = await rowsOf('school_years')
    await expect(complete({ name: 'Another' })).rejects.toMatchObject(
      refused(400, 'Type the name of the year as it is written'),
    )
    expect(await rowsOf('school_years')).toEqual(before)
    expect(await complete({ name: ` ${await name()} ` })).toMatchObject({ completed: true })
  })
})

test('a year that is completed closes its own classes that have nobody, and those of no other year', async () => {
  const [{ grade_id: gradeId, language_id: languageId }] = await sql(
    'select grade_id, language_id from class_rooms where id = $1',
    [class4b.id],
  )
  const classOf = async (year: { id: string }, name: string) => {
    const set = { schoolId: nile.id, name, gradeId, languageId, gender: 3 as const, maxOfStudents: 20 }
    const { id } = await as(manager)(classSettings.add, set)
    await sql('update class_rooms set school_year_id = $1 where id = $2', [year.id, id])
    return id
  }
  const [own, ofAnother] = [await classOf(nileYear, 'فصل بلا تلاميذ'), await classOf(nilePastYear, 'فصل سنة أخرى')]
  const open = async () => {
    const ids = [own, ofAnother, class4b.id]
    return (await sql('select id from class_rooms where id = any ($1) and active', [ids])).map(({ id }) => id)
  }
  await complete()
  expect(new Set(await open())).toEqual(new Set([ofAnother, class4b.id]))
  await reopen()
  expect(await open()).toHaveLength(3)
})

describe('a completed year is reopened', () => {
  test('with exactly the seats that it ended', async () => {
    await as(manager)(studentRecords.update, { id: laila.id, isPaid: false })
    const before = await seats()
    await complete()
    expect(await seats()).not.toEqual(before)
    expect(await reopen()).toMatchObject({ active: true, completed: false, completedAt: null })
    expect(await seats()).toEqual(before)
    expect(await as(manager)(years.current, { schoolId: nile.id })).toMatchObject({ id: nileYear.id })
  })

  test('and both stand in the audit of the school, by who did it', async () => {
    await complete()
    await reopen()
    expect(await audited(years.complete)).toContainEqual(ofYear)
    expect(await audited(years.reopen)).toContainEqual(ofYear)
    const lines = await as(manager)(auditLog.ofSchool, { schoolId: nile.id, kind: 'settings' })
    expect(lines.slice(0, 2).map(({ act, personId }) => [act, personId])).toEqual([
      ['yearReopened', manager.id],
      ['yearCompleted', manager.id],
    ])
  })

  test('but not the seat of a student who was renewed since and given up on purpose', async () => {
    await complete()
    await as(manager)(studentRecords.update, { id: omar.id, isPaid: true })
    await as(manager)(studentRecords.update, { id: omar.id, isPaid: false })
    await reopen()
    expect((await seats()).find(({ id }) => id === omar.id)).toMatchObject({ is_paid: false })
  })

  test('and a student who was renewed for the next one in the meantime is not charged twice', async () => {
    await renew()
    const before = await balance()
    await complete()
    await renew()
    await reopen()
    expect(await balance()).toBe(before)
    expect(await renewal()).toMatchObject({ coins: 0 })
  })

  test('only while nothing later builds on it', async () => {
    await expect(reopen()).rejects.toMatchObject(refused(409, 'Only a completed year can be reopened'))
    await complete()
    await expect(reopen(nilePastYear.id)).rejects.toMatchObject(refused(409, 'A later year already builds on this one'))

    const next = await as(manager)(years.add, { schoolId: nile.id, name: 'The next' })
    await expect(reopen()).rejects.toMatchObject(refused(409, 'Complete or deactivate the current year first'))
    await as(manager)(years.deactivate, { schoolYearId: next.id })
    await reopen()
    await complete()
    await as(manager)(years.activate, { schoolYearId: next.id })
    await as(manager)(studentRecords.update, { id: omar.id, isPaid: true })
    await as(manager)(years.deactivate, { schoolYearId: next.id })
    await expect(reopen()).rejects.toMatchObject(refused(409, 'A later year already builds on this one'))
  })

  test('whatever another school completed since', async () => {
    await complete()
    await sql(
      `update school_years set active = false, completed = true, completed_at = '2100-01-01' where school_id = $1`,
      [delta.id],
    )
    expect(await reopen()).toMatchObject({ active: true, completed: false })
  })
})

describe('renewing after a year was completed long before its end', () => {
  test('charges no coin a second time, and the preview shows that', async () => {
    await renew()
    await complete()
    const before = await balance()
    await as(manager)(years.add, { schoolId: nile.id, name: 'Begun too soon' })
    const planned = await renewal()
    expect(planned.students).toBeGreaterThan(0)
    expect(planned).toMatchObject({ coins: 0, balance: before, balanceAfter: before, affordable: true })
    expect(await renew()).toBe(planned.students)
    expect(await balance()).toBe(before)
  })
})
