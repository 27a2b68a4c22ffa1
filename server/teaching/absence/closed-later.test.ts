import { expect, test } from 'vitest'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { today as todays } from '#contract/overviews/today/today.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { recordAbsence } from '#test/harness/deliveries.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, parent, parentInBoth, nile, omar, classmate, class4a } = world
const schoolId = nile.id
const day = (ago: number) => daysFrom(today, -ago)
const absent = (ago: number, student: { id: string }) =>
  as(manager)(attendance.save, {
    classRoomId: class4a.id,
    date: day(ago),
    students: [{ studentId: student.id, state: 'absent' }],
  })
const ofStudent = ({ id }: { id: string }) => as(manager)(absenceRules.student, { studentId: id })
const close = (from: number, to: number) =>
  as(manager)(calendar.saveDays, {
    schoolId,
    items: [{ kind: 'holiday', name: 'إجازة', fromDay: day(from), toDay: day(to) }],
  })
const open = ({ ids }: { ids: string[] }) => as(manager)(calendar.removeDays, { schoolId, dayIds: ids })

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
  for (const ago of [3, 2, 1]) await absent(ago, omar)
  const steps = async (state: 'open' | 'withdrawn') => {
    await recordAbsence(connection)
    return (await as(manager)(absenceRules.steps, { schoolId, state })).map(({ days }) => days)
  }
  expect(await steps('open')).toEqual([[day(2), day(1)]])

  const closed = await close(3, 2)
  expect(closed.registersClosed).toBe(2)
  expect(await steps('open')).toEqual([])
  expect(await steps('withdrawn')).toEqual([[day(2), day(1)]])
  expect(await ofStudent(omar)).toMatchObject({ counts: [{ days: [day(1)] }] })

  const opened = await open(closed)
  expect(opened.registersOpened).toBe(2)
  expect(await steps('open')).toEqual([[day(2), day(1)]])
  expect(await steps('withdrawn')).toEqual([[day(2), day(1)]])
})

test('such a day is none of mission or suspension either, nor one of the month that parents see', async () => {
  await sql('delete from attendance_marks where school_id = $1', [schoolId])
  await sql('delete from excuses')
  await as(manager)(excuses.enter, { studentId: omar.id, fromDay: day(2), excuseKind: 'mission' })
  await as(manager)(excuses.enter, { studentId: classmate.id, fromDay: day(2), excuseKind: 'suspension' })
  for (const student of [omar, classmate]) await absent(2, student)
  const figures = async () => ({
    mission: (await ofStudent(omar)).missionDays,
    suspended: (await ofStudent(classmate)).suspendedDays,
    ofMonth: (await as(parent)(todays.get, {})).children.find(({ studentId }) => studentId === omar.id)!.month.days,
  })
  const before = { mission: 1, suspended: 1, ofMonth: day(2).slice(0, 7) === today.slice(0, 7) ? 1 : 0 }
  expect(await figures()).toEqual(before)
  const closed = await close(2, 2)
  expect(await figures()).toEqual({ mission: 0, suspended: 0, ofMonth: 0 })
  await open(closed)
  expect(await figures()).toEqual(before)
})

test('nor is it one of the month that a parent with children in two schools sees', async () => {
  const child = async () => (await as(parentInBoth)(todays.get, {})).children.find((one) => one.schoolId === schoolId)!
  const { studentId, classRoomId } = await child()
  await sql('delete from attendance_marks where student_id = $1', [studentId])
  await as(manager)(attendance.save, { classRoomId, date: today, students: [{ studentId, state: 'absent' }] })
  expect((await child()).month.days).toBe(1)
  const closed = await close(0, 0)
  expect((await child()).month.days).toBe(0)
  await open(closed)
  expect((await child()).month.days).toBe(1)
})
