import { afterEach, describe, expect, test } from 'vitest'
import { activities } from '#contract/teaching/activities/activities.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { months } from '#contract/school/years/months.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, nileYear, class4a, arabic, omar } = world

const [reason] = await as(manager)(leavings.reasons, {})
const leave = (more: object = {}) =>
  as(manager)(leavings.enter, { studentId: omar.id, reasonId: reason!.id, destination: 'مدرسة الأهرام', ...more })
const comeBack = () => as(manager)(leavings.return, { studentId: omar.id })

describe('a student who leaves', () => {
  afterEach(() => sql('delete from student_leavings where student_id = $1', [omar.id]))

  test('is not on new work, and no more on work that was set for later days', async () => {
    const work = { classRoomId: class4a.id, courseId: arabic.id, details: 'قراءة', rate: 10 }
    const set = (date: string) => as(supervisor)(homework.add, { ...work, date })
    const [earlier, later] = [await set(daysFrom(today, -3)), await set(daysFrom(today, 3))]
    const hasOmar = async (workId: string) =>
      (await as(supervisor)(studentHomework.list, { workId, pageSize: 200 })).some(
        ({ studentId }) => studentId === omar.id,
      )
    await leave({ leftOn: daysFrom(today, -1) })
    expect([await hasOmar(earlier.id), await hasOmar(later.id)]).toEqual([true, false])
    const late = await set(daysFrom(today, 4))
    expect(await hasOmar(late.id)).toBe(false)

    await comeBack()
    expect([await hasOmar(earlier.id), await hasOmar(later.id), await hasOmar(late.id)]).toEqual([true, true, false])
  })

  test('leaves everybody else on the work of later days', async () => {
    const [month] = await as(manager)(months.list, { yearId: nileYear.id, isActive: true })
    const work = { classRoomId: class4a.id, courseId: arabic.id, date: daysFrom(today, 5), rate: 10 }
    await as(manager)(exams.add, { ...work, monthId: month!.id })
    await as(manager)(activities.add, { ...work, details: 'لوحة' })
    const expected = () =>
      sql(`
        select exam_id as work, student_id from student_exams where removed_at is null union all
        select activity_id, student_id from student_activities where removed_at is null order by 1, 2`)
    const before = await expected()
    await leave()
    const after = await expected()
    const others = (all: typeof after) => all.filter((one) => one.student_id !== omar.id)
    expect(others(after)).toEqual(others(before))
    expect(after.length).toBe(before.length - 2)
  })
})
