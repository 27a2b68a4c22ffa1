import { beforeEach, expect, test } from 'vitest'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { today as todays } from '#contract/overviews/today/today.ts'
import { daysFrom } from '#server/base/days.ts'
import { runningRule } from '#test/world/absence-rules.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { recordAbsence } from '#test/harness/deliveries.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, parent, nile, omar, class4a } = world
const day = (ago: number) => daysFrom(today, -ago)
const absent = (ago: number) =>
  as(manager)(attendance.save, {
    classRoomId: class4a.id,
    date: day(ago),
    students: [{ studentId: omar.id, state: 'absent' }],
  })
const enter = (excuseKind: 'mission' | 'suspension' | 'illness', from: number, to = from) =>
  as(manager)(excuses.enter, { studentId: omar.id, fromDay: day(from), toDay: day(to), excuseKind })
const endSeat = (ago: number) =>
  sql('update students set is_paid = false, seat_ended_on = $2 where id = $1', [omar.id, day(ago)])

beforeEach(() => sql('update students set is_paid = true, seat_ended_on = null where id = $1', [omar.id]))

test('a parent reads absences and excuses up to the day on which the seat of the child ended, the school all of them', async () => {
  await sql('delete from attendance_marks where school_id = $1', [nile.id])
  await as(manager)(absenceRules.save, { schoolId: nile.id, excuseWithin: 7, rules: [runningRule(2, 4)] })
  await enter('mission', 9)
  await enter('suspension', 8)
  for (const ago of [9, 8, 7, 6]) await absent(ago)
  await enter('illness', 5, 4)
  for (const ago of [3, 2]) await absent(ago)
  await recordAbsence(connection)
  // After the excuse is accepted, both of its days are set back to absent by hand.
  await sql(
    `insert into attendance_sheets (school_id, class_room_id, date, saved_by)
     select $1, $2, d, $3 from unnest($4::date[]) d on conflict do nothing`,
    [nile.id, class4a.id, manager.id, [day(5), day(4)]],
  )
  await sql(
    `insert into attendance_marks (id, school_id, class_room_id, student_id, date, state, supervisor_id)
     select gen_random_uuid(), school_id, class_room_id, student_id, d, 'absent', supervisor_id
     from attendance_marks cross join unnest($2::date[]) d where student_id = $1 and date = $3`,
    [omar.id, [day(5), day(4)], day(3)],
  )
  await enter('mission', 1)
  await absent(1)
  await recordAbsence(connection)

  const read = async (person: { phone: string }) => {
    const { counts, steps, missionDays, suspendedDays } = await as(person)(absenceRules.student, {
      studentId: omar.id,
    })
    const listed = await as(person)(excuses.ofStudent, { studentId: omar.id })
    return {
      counted: counts.map(({ days }) => days),
      steps: steps.map(({ threshold }) => threshold),
      special: [missionDays, suspendedDays],
      excuses: listed.map(({ fromDay, absentDays }) => [fromDay, absentDays]),
    }
  }
  const everything = await read(parent)
  expect(everything).toEqual(await read(manager))
  expect(everything.steps.toSorted((a, b) => a - b)).toEqual([2, 4])
  expect(everything.special).toEqual([2, 1])
  expect(everything.excuses).toEqual([
    [day(1), 0],
    [day(5), 2],
    [day(8), 0],
    [day(9), 0],
  ])

  await endSeat(5)
  expect(await read(manager)).toEqual(everything)
  expect(await read(parent)).toEqual({
    counted: [[day(7), day(6), day(5)]],
    steps: [2],
    special: [1, 1],
    excuses: [
      [day(5), 1],
      [day(8), 0],
      [day(9), 0],
    ],
  })
  await endSeat(9)
  expect(await read(parent)).toEqual({ counted: [[]], steps: [], special: [1, 0], excuses: [[day(9), 0]] })
})

test('nor does the parents’ day say that an excuse of a later day waits', async () => {
  await as(parent)(excuses.ask, { studentId: omar.id, fromDay: today, excuseKind: 'illness' })
  const excuse = async () =>
    (await as(parent)(todays.get, {})).children.find(({ studentId }) => studentId === omar.id)!.excuse
  expect(await excuse()).toBe('waiting')
  await endSeat(1)
  expect(await excuse()).toBeNull()
  await endSeat(0)
  expect(await excuse()).toBe('waiting')
})
