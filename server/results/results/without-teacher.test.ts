import { beforeEach, expect, test } from 'vitest'
import { results } from '#contract/results/results/results.ts'
import { resultSheets } from '#contract/results/results/sheets.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { today } from '#test/world/clock.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { notFound } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, grid, typedPart, save, plan, close, as, sql } = await resultsOfNile()
const { manager, supervisor, teacher, scienceTeacher } = world
const { nile, class4a, class4b, class6b, omar, arabic, grade4 } = world
let now: Awaited<ReturnType<typeof begin>>

beforeEach(async () => {
  now = await begin()
})

test('a course that nobody teaches any more counts as long as it has work or marks, and is named', async () => {
  await withScheme()
  await save([{ studentId: omar.id, partId: typedPart(await grid()).id, mark: 40 }])
  const before = await plan()
  expect(before.withoutTeacher).toEqual([])
  await sql('delete from class_teacher_courses where class_room_id = $1 and course_id = $2', [class4a.id, arabic.id])
  const course = { classRoomId: class4a.id, classRoomName: class4a.name, courseId: arabic.id, courseName: arabic.name }
  expect(await plan()).toMatchObject({ figures: before.figures, withoutTeacher: [course] })
  const missed = async (person: { phone: string }) =>
    (await as(person)(results.missing, { schoolId: nile.id, termId: now.termId, gradeId: grade4.id }))
      .filter(({ classRoomId, courseId }) => classRoomId === class4a.id && courseId === arabic.id)
      .map(({ teachers }) => teachers)
  expect(await missed(manager)).toEqual([[]])
  expect(await missed(supervisor)).toEqual([])

  for (const table of ['exams', 'homework', 'activities'])
    await sql(`update ${table} set removed_at = now(), removed_by = $1 where removed_at is null`, [manager.id])
  expect((await plan()).withoutTeacher).toEqual([course])
  await sql('update part_marks set mark = null')
  expect((await plan()).withoutTeacher).toEqual([])
  await sql('update part_marks set mark = 40')
  expect((await plan()).withoutTeacher).toEqual([course])
  // Marks of a pupil who came from another class may be of a course of that class.
  await sql(
    `insert into student_classes (id, school_id, student_id, class_room_id, from_day, to_day) values ($1, $2, $3, $4, $5, $5)`,
    [newId(), nile.id, omar.id, class4b.id, daysFrom(today, -20)],
  )
  expect((await plan()).withoutTeacher).toEqual([])
})

test('the sheet of a class in which nobody teaches any more shows what was closed, and is empty where nothing was', async () => {
  await withScheme()
  const sheet = (person: { phone: string }, of = class4a) =>
    as(person)(resultSheets.ofClass, { classRoomId: of.id, termId: now.termId, list: 'classSheet' })
  const before = (await sheet(manager)).rows.length
  await close()
  await sql('delete from class_teacher_courses where class_room_id = any ($1)', [[class4a.id, class6b.id]])
  expect((await sheet(manager)).rows).toHaveLength(before)
  expect((await sheet(supervisor)).rows).toHaveLength(before)
  expect((await sheet(manager, class6b)).rows).toEqual([])
  for (const person of [teacher, scienceTeacher]) await expect(sheet(person)).rejects.toMatchObject(notFound)
})
