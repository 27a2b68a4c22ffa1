import { beforeEach, expect, test } from 'vitest'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { results } from '#contract/results/results/results.ts'
import { resultSheets } from '#contract/results/results/sheets.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { notFound } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, markAll, close, as, sql, app, tokenOf } = await resultsOfNile()
const { manager, supervisor, teacher, nile, class4a, arabic, english, maths, science } = world
let now: Awaited<ReturnType<typeof begin>>

beforeEach(async () => {
  now = await begin()
})

type Person = { phone: string }
const input = () => ({ classRoomId: class4a.id, termId: now.termId, list: 'classSheet' as const })
const sheet = (person: Person) => as(person)(resultSheets.ofClass, input())
const isWhole = async (person: Person) =>
  (await as(person)(results.choices, { schoolId: nile.id })).grades
    .flatMap(({ classes }) => classes)
    .find(({ id }) => id === class4a.id)!.whole
const exported = async (person: Person) => {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/${exportList.path}`,
    headers: { authorization: `Bearer ${await tokenOf(person)}` },
    payload: { list: resultSheets.ofClass.path, input: input(), format: 'csv', language: 'en' },
  })
  return statusCode
}
const mustBeClosedTo = async (person: Person) => {
  expect(await isWhole(person)).toBe(false)
  await expect(sheet(person)).rejects.toMatchObject(notFound)
  expect(await exported(person)).toBe(404)
}
const mustBeOpenTo = async (person: Person) => {
  expect(await isWhole(person)).toBe(true)
  expect((await sheet(person)).rows.length).toBeGreaterThan(0)
  expect(await exported(person)).toBe(200)
}

const endCourses = (courses: { id: string }[]) =>
  sql('delete from class_teacher_courses where class_room_id = $1 and course_id = any ($2)', [
    class4a.id,
    courses.map(({ id }) => id),
  ])
async function removeWork(courses: { id: string }[]) {
  for (const table of ['exams', 'homework', 'activities'])
    await sql(
      `update ${table} set removed_at = now(), removed_by = $1
       where removed_at is null and class_room_id = $2 and course_id = any ($3)`,
      [manager.id, class4a.id, courses.map(({ id }) => id)],
    )
}

test('lists of all courses are closed to who teaches all but one that nobody teaches any more, while that one counts', async () => {
  // The teacher teaches two of the three remaining courses and does not supervise the class.
  await endCourses([maths, science])
  await removeWork([maths, science])
  await withScheme()
  await markAll()
  await endCourses([english])
  await mustBeClosedTo(teacher)
  for (const person of [manager, supervisor]) await mustBeOpenTo(person)
  // Lists of a single course that they teach stay open.
  expect((await as(teacher)(resultSheets.ofClass, { ...input(), courseId: arabic.id })).rows.length).toBeGreaterThan(0)

  await removeWork([english])
  await mustBeClosedTo(teacher)
  await close()
  await sql('update part_marks set mark = null where course_id = $1', [english.id])
  await mustBeClosedTo(teacher)
  await sql('delete from term_results')
  await sql('delete from term_closings')
  for (const person of [teacher, manager, supervisor]) await mustBeOpenTo(person)
})
