import { expect, test } from 'vitest'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { runningRule } from '#test/world/absence-rules.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { recordAbsence } from '#test/harness/deliveries.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile, omar, class4a } = world
const schoolId = nile.id
const day = (ago: number) => daysFrom(today, -ago)

test('a step of a term that is removed is withdrawn, and not counted twice', async () => {
  await sql('delete from attendance_marks where school_id = $1', [schoolId])
  const { yearId } = await as(manager)(calendar.year, { schoolId })
  const saveTerms = (...terms: { name: string; startDate: string; endDate: string }[]) =>
    as(manager)(calendarSettings.terms, { schoolId, yearId: yearId!, terms })
  const steps = async (state: 'open' | 'withdrawn') =>
    (await as(manager)(absenceRules.steps, { schoolId, state })).map(({ days }) => days)

  await saveTerms({ name: 'الأول', startDate: day(6), endDate: today })
  const rules = [{ ...runningRule(2), counts: 'separate' as const, period: 'term' as const }]
  await as(manager)(absenceRules.save, { schoolId, excuseWithin: 7, rules })
  for (const ago of [3, 2])
    await as(manager)(attendance.save, {
      classRoomId: class4a.id,
      date: day(ago),
      students: [{ studentId: omar.id, state: 'absent' }],
    })
  await recordAbsence(connection)
  expect(await steps('open')).toEqual([[day(3), day(2)]])

  // Without terms, the year is the only period.
  await saveTerms()
  await recordAbsence(connection)
  expect(await steps('open')).toEqual([[day(3), day(2)]])
  expect(await steps('withdrawn')).toEqual([[day(3), day(2)]])

  // What was counted in an earlier year stays.
  const former = newId()
  await sql(
    `insert into school_years (id, school_id, name, active, completed) values ($1, $2, 'former', false, true)`,
    [former, schoolId],
  )
  await sql(
    `insert into absence_steps (school_id, id, student_id, rule_id, rule_version, period_id, position, at, name, action, reached_on, days)
     select school_id, gen_random_uuid(), student_id, rule_id, rule_version, $2, position, at, name, action, reached_on, days
     from absence_steps where school_id = $1 and withdrawn_at is null`,
    [schoolId, former],
  )
  await sql('select record_absence_steps($1, $2, $3)', [schoolId, [omar.id], today])
  expect(await steps('open')).toHaveLength(2)
})

test('of a student those absences are shown that count in the term of today', async () => {
  await sql('delete from attendance_marks where school_id = $1', [schoolId])
  const { yearId } = await as(manager)(calendar.year, { schoolId })
  const terms = [
    { name: 'الأول', startDate: day(20), endDate: day(11) },
    { name: 'الثاني', startDate: day(10), endDate: today },
  ]
  await as(manager)(calendarSettings.terms, { schoolId, yearId: yearId!, terms })
  const rules = [{ ...runningRule(9), counts: 'separate' as const, period: 'term' as const }]
  await as(manager)(absenceRules.save, { schoolId, excuseWithin: 7, rules })
  for (const ago of [12, 3])
    await as(manager)(attendance.save, {
      classRoomId: class4a.id,
      date: day(ago),
      students: [{ studentId: omar.id, state: 'absent' }],
    })
  const { counts } = await as(manager)(absenceRules.student, { studentId: omar.id })
  expect(counts.map(({ days }) => days)).toEqual([[day(3)]])
})
