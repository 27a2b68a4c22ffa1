import { describe, expect, test } from 'vitest'
import { today } from '#contract/overviews/today/today.ts'
import { newId } from '#server/db/ids.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { byHandIn } from '#test/harness/by-hand.ts'
import { today as day } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, insert, setWork } = byHandIn(connection)
const { parent, supervisor, nile, omar, laila, class4a, class5a, maths } = world

const childOf = async (person: { phone: string }, { id }: { id: string } = omar) =>
  (await as(person)(today.get, {})).children.find(({ studentId }) => studentId === id)!

test('the month counts the days of its registers, until today', async () => {
  await sql('delete from attendance_marks where student_id = $1', [laila.id])
  const mark = async (date: string, state: string, { id }: { id: string } = class5a, superseded = false) => {
    const key = { school_id: nile.id, class_room_id: id, date }
    await sql(
      `insert into attendance_sheets (school_id, class_room_id, date, version, saved_by) values ($1, $2, $3, 1, $4)
       on conflict do nothing`,
      [nile.id, id, date, supervisor.id],
    )
    const by = { supervisor_id: supervisor.id, superseded }
    await insert('attendance_marks', { ...key, id: newId(), student_id: laila.id, state, ...by })
  }
  expect((await childOf(parent, laila)).month).toEqual({ present: 0, days: 0 })
  const first = `${day.slice(0, 8)}01`
  await mark(daysFrom(first, -1), 'absent')
  await mark(first, 'late')
  expect((await childOf(parent, laila)).month).toEqual({ present: 1, days: 1 })
  // From before a student had one mark a day.
  await mark(first, 'late', class4a, true)
  expect((await childOf(parent, laila)).month).toEqual({ present: 1, days: 1 })
})

describe('a mark is shown beside', () => {
  const inClass = async (results: number[]) => {
    const exam = await setWork('exam', day, { result: { total_result: 12, is_attend: true } })
    const others = await sql(
      'select id from students where class_room_id = $1 and active and is_paid and id <> $2 limit $3',
      [class4a.id, omar.id, results.length],
    )
    for (const [nth, { id }] of others.entries())
      await insert('student_exams', {
        school_id: nile.id,
        exam_id: exam,
        student_id: id,
        total_result: results[nth],
        is_attend: true,
      })
    return exam
  }
  const markOf = async (id: string) => (await childOf(parent)).marks.find((mark) => mark.id === id)!
  const forgetEarlier = () => sql(`update student_exams set modified_at = modified_at - interval '30 days'`)

  test('the mean of the class, never of so few that another child could be recognised', async () => {
    await forgetEarlier()
    const few = await inClass([20, 20, 20])
    expect((await markOf(few)).classAverage).toBeNull()
    const enough = await inClass([20, 20, 20, 8])
    expect((await markOf(enough)).classAverage).toBe(16)
  })

  test('the exam before it in the same course', async () => {
    await forgetEarlier()
    await sql('update exams set exam_date = exam_date - 400')
    await setWork('exam', daysFrom(day, -2), { course: maths, result: { total_result: 1, is_attend: true } })
    await setWork('exam', daysFrom(day, -3), { result: { total_result: 5, is_attend: true } })
    const last = await setWork('exam', daysFrom(day, -1), { result: { total_result: 15, is_attend: true } })
    expect((await markOf(last)).percentBefore).toBe(25)
  })

  test('no mean for a call that is about no child of the class', async () => {
    const exam = await inClass([20, 20, 20, 8])
    expect(await sql(`select average_of_class($1, 'exam', $2) as mean`, [nile.id, exam])).toEqual([{ mean: null }])
  })
})
