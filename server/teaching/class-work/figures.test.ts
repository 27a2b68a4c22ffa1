import { describe, expect, test } from 'vitest'
import { activities } from '#contract/teaching/activities/activities.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { testApp } from '#test/harness/app.ts'
import { byHandIn } from '#test/harness/by-hand.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, insert, setWork } = byHandIn(connection)
const { manager, teacher, supervisor, parent, registrar, nile, omar, class4a } = world

type Rating = { result: number | null; took: boolean | null }

const kinds = [
  { kind: 'exam', list: exams.list, mark: 'total_result', tookPart: 'is_attend' },
  { kind: 'homework', list: homework.list, mark: 'result', tookPart: 'is_delivered' },
  { kind: 'activity', list: activities.list, mark: 'result', tookPart: 'is_attend' },
] as const

const shown = async (person: { phone: string }, list: (typeof kinds)[number]['list'], id: string) =>
  (await as(person)(list, { classRoomId: class4a.id, pageSize: 200 })).find((work) => work.id === id)?.figures

describe.each(kinds)('a list shows of each $kind', ({ kind, list, mark, tookPart }) => {
  /** Work with a full mark of 20, and one result for each rating. */
  const rated = async (ratings: Rating[]) => {
    const columns = ({ result, took }: Rating) => ({ [mark]: result, [tookPart]: took })
    const [first, ...others] = ratings
    const id = await setWork(kind, today, { result: columns(first!) })
    const students = await sql(
      'select id from students where class_room_id = $1 and active and id <> $2 order by id limit $3',
      [class4a.id, omar.id, others.length],
    )
    for (const [nth, student] of students.entries())
      await insert(kind === 'homework' ? 'student_homework' : `student_${kind === 'exam' ? 'exams' : 'activities'}`, {
        school_id: nile.id,
        [`${kind}_id`]: id,
        student_id: student.id,
        ...columns(others[nth]!),
      })
    return id
  }

  test('how many are marked and took part, the mean without the absent, and where the marks lie', async () => {
    const id = await rated([
      { result: 20, took: true },
      { result: 19.99, took: true },
      { result: 10, took: true },
      { result: 0, took: false },
      { result: null, took: true },
      { result: null, took: null },
    ])
    for (const person of [teacher, supervisor, manager])
      expect(await shown(person, list, id)).toEqual({
        students: 6,
        marked: 5,
        participants: 4,
        average: 16.66,
        tenths: [0, 0, 0, 0, 0, 1, 0, 0, 0, 2],
      })
  })

  test('no mean before anything is marked', async () => {
    const id = await rated([{ result: null, took: null }])
    expect(await shown(teacher, list, id)).toEqual({
      students: 1,
      marked: 0,
      participants: 0,
      average: null,
      tenths: Array.from({ length: 10 }, () => 0),
    })
  })

  test('nothing of students who were taken out of it', async () => {
    const id = await rated([
      { result: 20, took: true },
      { result: 4, took: true },
    ])
    const table = { homework: 'student_homework', exam: 'student_exams', activity: 'student_activities' }[kind]
    await sql(`update ${table} set removed_at = now(), removed_by = $2 where ${kind}_id = $1 and student_id <> $3`, [
      id,
      manager.id,
      omar.id,
    ])
    expect(await shown(teacher, list, id)).toMatchObject({ students: 1, marked: 1, average: 20 })
  })
})

describe('the figures of an exam are not shown', () => {
  test('to parents', async () => {
    const { rows } = await as(parent).listed(exams.list, { pageSize: 200 })
    expect(rows.length).toBeGreaterThan(0)
    for (const { figures } of rows) expect(figures).toBeNull()
  })

  test('to those who see the exam by the key of settings, but no results of the class', async () => {
    await sql(`delete from user_permissions where user_id = $1 and permission_id = $2`, [
      registrar.id,
      permissionId('ViewSchoolStudentsList'),
    ])
    await sql('insert into user_permissions (user_id, permission_id, school_id) values ($1, $2, $3)', [
      registrar.id,
      permissionId('ViewExamsSetting'),
      nile.id,
    ])
    const { rows } = await as(registrar).listed(exams.list, { pageSize: 200 })
    expect(rows.length).toBeGreaterThan(0)
    for (const { figures } of rows) expect(figures).toBeNull()
  })
})
