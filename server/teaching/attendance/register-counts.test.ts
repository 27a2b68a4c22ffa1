import { afterEach, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { home } from '#contract/overviews/home/home.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { sqlIn } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { manager, supervisor, nile, class4a, omar, classmate } = world
const sql = sqlIn(connection)

type State = 'present' | 'absent' | 'late' | 'excused'
const save = (states: Record<string, State | null>, date = today) =>
  as(supervisor)(attendance.save, {
    classRoomId: class4a.id,
    date,
    students: Object.entries(states).map(([studentId, state]) => ({ studentId, state })),
  })
const stored = async (date = today) =>
  (
    await sql(
      `select counts, counted_version = version as hold from attendance_sheets where class_room_id = $1 and date = $2`,
      [class4a.id, date],
    )
  )[0] as { counts: number[] | null; hold: boolean | null }
const atHome = async () =>
  (await as(manager)(home.school, { schoolId: nile.id })).classes.find(({ id }) => id === class4a.id)!.register

// Whatever a test did: the counts that are stored and hold are those of the marks.
afterEach(async () => {
  const wrong = await sql(`
    select s.class_room_id, s.date, s.counts, k.counts as counted from attendance_sheets s
    cross join lateral (
      select array[count(*) filter (where state = 'present'), count(*) filter (where state = 'late'),
        count(*) filter (where state = 'absent'), count(*) filter (where state = 'excused')]::smallint[] as counts
      from attendance_marks m
      where m.school_id = s.school_id and m.class_room_id = s.class_room_id and m.date = s.date and not m.superseded) k
    where s.counted_version = s.version and s.counts is distinct from k.counts`)
  expect(wrong).toEqual([])
})

test('a save keeps the counts of its register, also of students whom it does not name', async () => {
  await sql(`delete from attendance_marks where class_room_id = $1 and date = $2`, [class4a.id, today])
  await save({ [omar.id]: 'absent', [classmate.id]: 'late' })
  expect(await stored()).toEqual({ counts: [0, 1, 1, 0], hold: true })
  await save({ [omar.id]: 'present' })
  expect(await stored()).toEqual({ counts: [1, 1, 0, 0], hold: true })
  expect(await atHome()).toEqual({ present: 1, late: 1, absent: 0, excused: 0 })
  await save({ [omar.id]: null, [classmate.id]: null })
  expect(await stored()).toEqual({ counts: [0, 0, 0, 0], hold: true })
  expect(await atHome()).toBeNull()
})

test('the marks are counted where something else changed them, as a former version of the program does', async () => {
  await save({ [omar.id]: 'absent', [classmate.id]: 'late' })
  await sql(
    `with marks as (update attendance_marks set state = 'present' where class_room_id = $1 and date = $2 and student_id = $3)
     update attendance_sheets set version = version + 1 where class_room_id = $1 and date = $2`,
    [class4a.id, today, omar.id],
  )
  expect((await stored()).hold).toBe(false)
  expect(await atHome()).toEqual({ present: 1, late: 1, absent: 0, excused: 0 })
})

test('an accepted excuse, and marks removed after a last day, are counted at home', async () => {
  await save({ [omar.id]: 'absent', [classmate.id]: 'absent' })
  await as(manager)(excuses.enter, { studentId: omar.id, fromDay: today, excuseKind: 'illness' })
  expect(await atHome()).toEqual({ present: 0, late: 0, absent: 1, excused: 1 })
  const reasonId = (await as(manager)(leavings.reasons, {}))[0]!.id
  await as(manager)(leavings.enter, {
    studentId: classmate.id,
    reasonId,
    leftOn: daysFrom(today, -2),
    removeMarks: true,
  })
  expect(await atHome()).toEqual({ present: 0, late: 0, absent: 0, excused: 1 })
})
