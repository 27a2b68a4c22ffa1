import { expect, test } from 'vitest'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { daysFrom, weekDayOf } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { recordAbsence } from '#test/harness/deliveries.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, parent, nile, omar, class4a } = world
const schoolId = nile.id

const share = {
  ruleName: 'نسبة',
  gradeIds: [],
  counts: 'percent' as const,
  period: 'year' as const,
  counted: 'all' as const,
  active: true,
  steps: [{ at: 3, name: 'إنذار', action: 'letter' as const }],
}
const save = () => as(manager)(absenceRules.save, { schoolId, excuseWithin: 7, rules: [share] })

test('a share without a number of days is of the open days that a loop counts in the calendar', async () => {
  await sql('delete from attendance_marks where school_id = $1', [schoolId])
  await expect(save()).rejects.toMatchObject(refused(400, 'Say of how many open days the share is'))

  const [first, last] = [daysFrom(today, -100), daysFrom(today, 120)]
  await sql(
    `update school_year_months m set start_date = case when m.position = 1 then $2::date end,
       end_date = case when m.position = 1 then $3::date end
     from school_years y where y.id = m.school_year_id and y.school_id = $1 and m.school_id = $1 and y.active`,
    [schoolId, first, last],
  )
  const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Saturday']
  await as(manager)(calendarSettings.week, { schoolId, openWeekdays: weekdays, grades: [] })
  const holiday = {
    kind: 'holiday' as const,
    name: 'إجازة',
    fromDay: daysFrom(today, -20),
    toDay: daysFrom(today, -11),
  }
  await as(manager)(calendar.saveDays, { schoolId, items: [holiday] })
  await save()

  const isOpen = (day: string) => weekdays.includes(weekDayOf(day)) && !(holiday.fromDay <= day && day <= holiday.toDay)
  let openDays = 0
  for (let day = first; day <= last; day = daysFrom(day, 1)) if (isOpen(day)) openDays++
  const needed = Math.ceil((3 * openDays) / 100)
  const counted = async () => (await as(parent)(absenceRules.student, { studentId: omar.id })).counts[0]!
  expect((await counted()).next).toEqual({ stepName: 'إنذار', atDays: needed })

  const schoolDays = Array.from({ length: 60 }, (_, back) => daysFrom(today, -back)).filter(isOpen)
  const absentOn = async (days: string[]) => {
    for (const date of days)
      await as(manager)(attendance.save, {
        classRoomId: class4a.id,
        date,
        students: [{ studentId: omar.id, state: 'absent' }],
      })
    await recordAbsence(connection)
    return as(manager)(absenceRules.steps, { schoolId })
  }
  expect(await absentOn(schoolDays.slice(0, needed - 1))).toEqual([])
  expect(await absentOn([schoolDays[needed - 1]!])).toMatchObject([{ studentId: omar.id, daysCount: needed }])
})

test('between two terms nothing is said of a share of the open days of the term', async () => {
  const [{ id: yearId }] = await sql('select id from school_years where school_id = $1 and active', [schoolId])
  const term = (name: string, from: number, to: number) => ({
    name,
    startDate: daysFrom(today, from),
    endDate: daysFrom(today, to),
  })
  const terms = (...all: ReturnType<typeof term>[]) =>
    as(manager)(calendarSettings.terms, { schoolId, yearId, terms: all })
  const steps = [{ ...share.steps[0]!, at: 90 }]
  const ofTerm = { ...share, ruleName: 'نسبة الفصل الدراسي', period: 'term' as const, steps }
  const withDays = { ...ofTerm, ruleName: 'نسبة من عدد', percentOf: 80 }
  await as(manager)(absenceRules.save, { schoolId, excuseWithin: 7, rules: [share, ofTerm, withDays] })
  const counted = async () => (await as(parent)(absenceRules.student, { studentId: omar.id })).counts

  await terms(term('الأول', -90, -10), term('الثاني', 10, 100))
  expect((await counted()).map(({ ruleName }) => ruleName)).toEqual([share.ruleName, withDays.ruleName])
  await terms(term('الأول', -90, 10), term('الثاني', 11, 100))
  const open = await counted()
  expect(open.map(({ ruleName }) => ruleName)).toEqual([share.ruleName, ofTerm.ruleName, withDays.ruleName])
  expect(open[1]!.next?.atDays).toBeGreaterThan(0)
})
