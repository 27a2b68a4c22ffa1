import { expect, test } from 'vitest'
import { attendance, type AttendanceState, states } from '#contract/teaching/attendance/attendance.ts'
import { dayRuleOperations } from '#contract/teaching/lessons/day-rules.ts'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { publishWeek } from '#test/harness/covering.ts'
import { sqlIn } from '#test/harness/database.ts'
import { allStudents } from '#test/world/students.ts'
import { world } from '#test/world/world.ts'
import { dayOf, type LessonMark, type Rule, rules } from '#test/world/naive-days.ts'

const day = '2026-11-15'
const { as, connection } = await testApp({ clock: { now: () => new Date(Date.parse(`${day}T14:00:00+02:00`)) } })
const sql = sqlIn(connection)
const { manager, supervisor, nile, class4a, arabic } = world
await publishWeek(as, day)
const pupils = allStudents.filter(({ classRoomId, active }) => classRoomId === class4a.id && active).slice(0, 8)
const children = pupils.map(({ id }) => id)

/** The same numbers at every run. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const random = numbers(20261201)
const oneOf = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!

/** A lesson of a random day: mostly there, as pupils are. */
function randomMark(number: number): LessonMark {
  const state: AttendanceState = random() < 0.5 ? 'present' : oneOf(states)
  const isThere = state === 'present' || state === 'late'
  return {
    number,
    state,
    minutesLate: state === 'late' && random() < 0.8 ? Math.floor(random() * 45) : null,
    leftAt: isThere && random() < 0.1 ? `${String(8 + number).padStart(2, '0')}:40` : null,
  }
}

test('ten thousand random days follow from their lessons by each rule as a naive reading says', async () => {
  const from = '2025-09-01'
  const marks = Array.from({ length: 1250 }, (_, nth) => daysFrom(from, -nth)).flatMap((one) =>
    children.flatMap((studentId) => {
      const taken = [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.7)
      return taken.map((number) => ({ studentId, day: one, ...randomMark(number) }))
    }),
  )
  const place = [nile.id, class4a.id, supervisor.id]
  await sql(
    `insert into lesson_sheets (school_id, class_room_id, day, number, lesson_id, course_id, version, saved_by)
     select distinct $1::uuid, $2::uuid, m.day, m.number, $4::uuid, $4::uuid, 1, $3::uuid
     from jsonb_to_recordset($5::jsonb) as m (day date, number smallint)`,
    [...place, arabic.id, JSON.stringify(marks)],
  )
  await sql(
    `insert into lesson_marks (school_id, class_room_id, part, id, day, number, student_id, state, minutes_late, left_at, marked_by)
     select $1, $2, $2, m.id, m.day, m.number, m."studentId", m.state, m."minutesLate", m."leftAt", $3
     from jsonb_to_recordset($4::jsonb) as m
       (id uuid, day date, number smallint, "studentId" uuid, state text, "minutesLate" smallint, "leftAt" time)`,
    [...place, JSON.stringify(marks.map((mark) => ({ id: newId(), ...mark })))],
  )
  const byDay = new Map<string, LessonMark[]>()
  for (const mark of marks) {
    const key = `${mark.studentId} ${mark.day}`
    byDay.set(key, [...(byDay.get(key) ?? []), mark])
  }
  expect(byDay.size).toBeGreaterThan(9_900)
  for (const [rule, share] of [
    ...rules.filter((one) => one !== 'share').map((one) => [one, null] as const),
    ...[1, 50, 75, 100].map((one) => ['share', one] as const),
  ]) {
    const derived = await sql(
      `select d.student_id || ' ' || d.day as key, d.state, d.minutes_late, to_char(d.left_at, 'HH24:MI') as left_at
       from days_by_lessons($1, $2, $3, $4, $5, $6) d`,
      [nile.id, children, daysFrom(from, -1300), from, rule, share],
    )
    expect(derived).toHaveLength(byDay.size)
    const wrong = derived.filter(({ key, state, minutes_late, left_at }) => {
      const naive = dayOf(byDay.get(key as string)!, { rule, share })
      return naive.state !== state || naive.minutesLate !== minutes_late || naive.leftAt !== left_at
    })
    expect(wrong).toEqual([])
  }
  await sql('delete from lesson_marks')
  await sql('delete from lesson_sheets')
})

const switchOn = (rule: Rule, share: number | null = null) =>
  as(manager)(dayRuleOperations.save, { gradeId: class4a.gradeId, fromDay: day, dayRule: rule, share })
const save = (number: number, students: { studentId: string; state: AttendanceState | null }[]) =>
  as(supervisor)(lessonRegisters.save, { classRoomId: class4a.id, date: day, number, students })
const marksOfDay = () =>
  sql(
    `select student_id, state, minutes_late, origin, note from attendance_marks where class_room_id = $1 and date = $2 order by student_id`,
    [class4a.id, day],
  )
async function forget() {
  for (const table of ['lesson_marks', 'lesson_sheets', 'day_rules']) await sql(`delete from ${table}`)
  await sql(`delete from attendance_marks where date = '${day}'`)
}
const orders = (all: readonly number[]): number[][] =>
  all.length < 2
    ? [[...all]]
    : all.flatMap((one) => orders(all.filter((other) => other !== one)).map((rest) => [one, ...rest]))

test('the day is the same in whichever order the lessons are saved', async () => {
  for (const rule of rules) {
    await forget()
    await switchOn(rule, rule === 'share' ? 60 : null)
    const lessons = new Map(
      [1, 2, 3, 4].map((number) => [number, children.map((studentId) => ({ studentId, state: oneOf(states) }))]),
    )
    const seen = new Set<string>()
    for (const order of orders([1, 2, 3, 4])) {
      await sql('delete from lesson_marks')
      await sql(`delete from attendance_marks where date = '${day}'`)
      for (const number of order) await save(number, lessons.get(number)!)
      seen.add(JSON.stringify(await marksOfDay()))
    }
    expect(seen.size).toBe(1)
    const naive = children.map((studentId) => {
      const marks = [...lessons].map(([number, all]) => ({
        number,
        state: all.find((one) => one.studentId === studentId)!.state,
        minutesLate: null,
        leftAt: null,
      }))
      return [studentId, dayOf(marks, { rule, share: 60 }).state]
    })
    expect(new Map((await marksOfDay()).map(({ student_id, state }) => [student_id, state]))).toEqual(
      new Map(naive as never),
    )
  }
})

test('switching on changes no earlier day, and nothing of what was taken on its own day', async () => {
  await forget()
  const all = () => sql('select * from attendance_marks order by school_id, student_id, date')
  const earlier = () => sql(`select * from attendance_marks where date < '${day}' order by school_id, student_id, date`)
  const sheets = () => sql('select * from attendance_sheets order by school_id, class_room_id, date')
  await as(supervisor)(attendance.save, {
    classRoomId: class4a.id,
    date: day,
    students: [{ studentId: children[0]!, state: 'absent' }],
  })
  const before = [await all(), await sheets()]
  const past = await earlier()
  await switchOn('missed')
  expect([await all(), await sheets()]).toEqual(before)
  await save(1, [
    { studentId: children[0]!, state: 'present' },
    { studentId: children[1]!, state: 'absent' },
  ])
  const stored = (await marksOfDay()).map(({ student_id, state, origin }) => `${student_id} ${state} ${origin}`)
  expect(new Set(stored)).toEqual(new Set([`${children[0]} absent taken`, `${children[1]} absent derived`]))
  expect(await earlier()).toEqual(past)
})

test('the word of the office survives a hundred lessons, and without it the lessons say again how the day was', async () => {
  await forget()
  await switchOn('first')
  const [child] = children as [string]
  await save(1, [{ studentId: child, state: 'absent' }])
  const office = { classRoomId: class4a.id, date: day }
  await as(manager)(attendance.save, {
    ...office,
    students: [{ studentId: child, state: 'late', note: 'جاء مع والده' }],
  })
  for (let nth = 0; nth < 100; nth++)
    await save(1 + (nth % 4), [{ studentId: child, state: random() < 0.2 ? null : oneOf(states) }])
  expect(await marksOfDay()).toEqual([
    { student_id: child, state: 'late', minutes_late: null, origin: 'office', note: 'جاء مع والده' },
  ])
  await save(1, [{ studentId: child, state: 'absent' }])
  await as(manager)(attendance.save, { ...office, students: [{ studentId: child, state: null }] })
  expect(await marksOfDay()).toEqual([
    { student_id: child, state: 'absent', minutes_late: null, origin: 'derived', note: null },
  ])
})
