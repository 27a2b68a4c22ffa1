import { expect, test } from 'vitest'
import { excuses } from '#contract/absence/excuses.ts'
import { absenceRules } from '#contract/absence/rules.ts'
import { attendance } from '#contract/attendance/attendance.ts'
import { calendar } from '#contract/calendar/calendar.ts'
import { daysFrom } from '#server/days.ts'
import { testApp } from '#test/app.ts'
import { today } from '#test/clock.ts'
import { recordAbsence } from '#test/deliveries.ts'
import { tracesIn } from '#test/traces.ts'
import { world } from '#test/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile, omar, class4a } = world
const schoolId = nile.id
const day = (ago: number) => daysFrom(today, -ago)

test('a day that the calendar closes later counts no more, and counts again when it opens', async () => {
  await sql('delete from attendance_marks where school_id = $1', [schoolId])
  const rule = {
    ruleName: 'غياب منفصل',
    gradeIds: [],
    counts: 'separate' as const,
    period: 'year' as const,
    counted: 'unexcused' as const,
    active: true,
    steps: [{ at: 2, name: 'إنذار أول', action: 'letter' as const }],
  }
  await as(manager)(absenceRules.save, { schoolId, excuseWithin: 7, rules: [rule] })
  await as(manager)(excuses.enter, { studentId: omar.id, fromDay: day(3), excuseKind: 'mission' })
  for (const ago of [3, 2, 1])
    await as(manager)(attendance.save, {
      classRoomId: class4a.id,
      date: day(ago),
      students: [{ studentId: omar.id, state: 'absent' }],
    })
  const steps = async (state: 'open' | 'withdrawn') => {
    await recordAbsence(connection)
    return (await as(manager)(absenceRules.steps, { schoolId, state })).map(({ days }) => days)
  }
  const student = () => as(manager)(absenceRules.student, { studentId: omar.id })
  expect(await steps('open')).toEqual([[day(2), day(1)]])
  expect((await student()).missionDays).toBe(1)

  const holiday = { kind: 'holiday' as const, name: 'إجازة', fromDay: day(3), toDay: day(2) }
  const closed = await as(manager)(calendar.saveDays, { schoolId, items: [holiday] })
  expect(closed.registersClosed).toBe(2)
  expect(await steps('open')).toEqual([])
  expect(await steps('withdrawn')).toEqual([[day(2), day(1)]])
  expect(await student()).toMatchObject({ missionDays: 0, counts: [{ days: [day(1)] }] })

  const opened = await as(manager)(calendar.removeDays, { schoolId, dayIds: closed.ids })
  expect(opened.registersOpened).toBe(2)
  expect(await steps('open')).toEqual([[day(2), day(1)]])
  expect(await steps('withdrawn')).toEqual([[day(2), day(1)]])
})
