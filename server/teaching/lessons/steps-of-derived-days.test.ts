import { expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { dayRuleOperations } from '#contract/teaching/lessons/day-rules.ts'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { publishWeek } from '#test/harness/covering.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

/** Six school days, with the state of a pupil on each. */
const week = [
  ['2026-11-15', 'absent'],
  ['2026-11-16', 'absent'],
  ['2026-11-17', 'present'],
  ['2026-11-18', 'absent'],
  ['2026-11-19', 'late'],
  ['2026-11-22', 'late'],
] as const
let day: string = week[0][0]
const { as, connection } = await testApp({ clock: { now: () => new Date(`${day}T12:00:00+02:00`) } })
const { sql } = tracesIn(connection)
const { manager, supervisor, teacher, nile, class4a, omar } = world
await publishWeek(as, day)

test('the steps of absence for days that follow from lessons are those of the same days, typed', async () => {
  const step = (at: number) => ({ at, name: `step ${at}`, action: 'letter', points: null })
  for (const [counts, lateDays] of [
    ['running', null],
    ['separate', 2],
  ] as const)
    await sql(
      `insert into absence_rules (school_id, id, position, name, grade_ids, counts, period, counted, late_days, steps)
       values ($1, $2, 1, $3, '{}', $3, 'year', 'unexcused', $4, $5)`,
      [nile.id, newId(), counts, lateDays, JSON.stringify([step(2), step(3), step(4)])],
    )
  const begin = async () => {
    for (const table of ['absence_steps', 'lesson_marks', 'lesson_sheets', 'day_rules', 'attendance_marks'])
      await sql(`delete from ${table}`)
    day = week[0][0]
  }
  const count = () => sql('select record_absence_steps($1, $2, $3)', [nile.id, [omar.id], day])
  const steps = () =>
    sql(
      `select r.counts, s.position, to_jsonb(s.days) as days, s.reached_on::text from absence_steps s
       join absence_rules r on r.school_id = s.school_id and r.id = s.rule_id
       where s.student_id = $1 and s.withdrawn_at is null order by r.counts, s.position`,
      [omar.id],
    )

  await begin()
  await as(manager)(dayRuleOperations.save, { gradeId: class4a.gradeId, fromDay: day, dayRule: 'missed' })
  for (const [date, state] of week) {
    day = date
    const students = [{ studentId: omar.id, state }]
    await as(teacher)(lessonRegisters.save, { classRoomId: class4a.id, date, number: 1, students })
    await count()
  }
  const derived = await steps()

  await begin()
  for (const [date, state] of week) {
    day = date
    await as(supervisor)(attendance.save, { classRoomId: class4a.id, date, students: [{ studentId: omar.id, state }] })
    await count()
  }
  expect(derived).toEqual(await steps())
  expect(derived.map(({ counts, position }) => [counts, position])).toEqual([
    ['running', 1],
    ['separate', 1],
    ['separate', 2],
    ['separate', 3],
  ])
})
