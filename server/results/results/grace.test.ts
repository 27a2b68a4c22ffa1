import { beforeEach, expect, test } from 'vitest'
import { closings } from '#contract/results/results/closings.ts'
import { results } from '#contract/results/results/results.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { schemeDraft } from '#test/world/result-drafts.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, markAll, plan, close, as, sql, audited } = await resultsOfNile()
const { manager, nile, omar, classmate, laila, arabic, science } = world
const tooMany = refused(409, 'The grace marks of a student are above the maximum of the scheme; take some of them back')
let now: Awaited<ReturnType<typeof begin>>
let scheme: Awaited<ReturnType<typeof withScheme>>

beforeEach(async () => {
  now = await begin()
  scheme = await withScheme({
    gracePerCourse: 5,
    graceInAll: 5,
    parts: [schemeDraft(nile.id).parts[0]!].map((part) => ({ ...part, weight: 100 })),
  })
  await markAll(60)
})

const mark = (course: { id: string }, mark: number) =>
  as(manager)(results.save, {
    ...now.place,
    courseId: course.id,
    marks: [{ studentId: omar.id, partId: scheme.parts[0]!.id, mark }],
  })
const confirm = (given: [{ id: string }, number][], more: object = {}) => {
  const items = given.map(([course, points]) => ({ studentId: omar.id, courseId: course.id, points }))
  return as(manager)(closings.grace, { ...now.inGrade, ...more, items })
}
const listed = async () => (await plan()).grace.map(({ courseId, points, confirmed }) => [courseId, points, confirmed])

const exceeded = async () =>
  (await plan()).grace.flatMap((one) => (one.exceeded ? [one.studentId === omar.id && one.courseId] : []))

test('grace marks that are confirmed leave no more than the rest of the maximum to propose', async () => {
  await mark(arabic, 46)
  await confirm([[arabic, 4]])
  await mark(science, 47)
  expect(await listed()).toEqual([[arabic.id, 4, true]])
  await expect(
    confirm([
      [arabic, 4],
      [science, 3],
    ]),
  ).rejects.toMatchObject(refused(409, 'These grace marks are not proposed any more'))
  await confirm([])
  expect(await listed()).toEqual([[science.id, 3, false]])
})

test('grace marks above a maximum that was lowered since are named, close no term, and cannot be confirmed again', async () => {
  await mark(arabic, 46)
  await confirm([[arabic, 4]])
  const { uses: _, version, ...draft } = scheme
  await as(manager)(resultSchemes.save, { ...draft, schoolId: nile.id, graceInAll: 3, baseVersion: version })
  await mark(science, 47)
  expect((await listed()).toSorted(([, a], [, b]) => Number(b) - Number(a))).toEqual([
    [arabic.id, 4, true],
    [science.id, 3, false],
  ])
  expect(await exceeded()).toEqual([arabic.id])
  await expect(close()).rejects.toMatchObject(tooMany)
  await expect(confirm([[arabic, 4]])).rejects.toMatchObject(tooMany)
  await expect(
    confirm([
      [arabic, 4],
      [science, 3],
    ]),
  ).rejects.toMatchObject(tooMany)
  await confirm([[science, 3]])
  expect(await listed()).toEqual([[science.id, 3, true]])
  expect(await exceeded()).toEqual([])
  expect((await close()).closing).toMatchObject({ issue: 1 })
})

test('grace marks that somebody else confirmed meanwhile are not taken back unseen', async () => {
  await mark(arabic, 48)
  await mark(science, 47)
  const { plan: seen } = await plan()
  await confirm([[arabic, 2]], { plan: seen })
  await expect(confirm([[science, 3]], { plan: seen })).rejects.toMatchObject(
    refused(409, 'Somebody else changed this meanwhile'),
  )
  expect(new Map((await plan()).grace.map(({ courseId, confirmed }) => [courseId, confirmed])).get(arabic.id)).toBe(
    true,
  )
  await confirm([[science, 3]])
  expect(await listed()).toContainEqual([science.id, 3, true])
})

test('marks that change meanwhile refuse no grace marks, and grace marks that somebody else confirmed or took back do', async () => {
  await mark(arabic, 48)
  await mark(science, 47)
  const { plan: all, gracePlan: seen } = await plan()
  await as(manager)(results.save, {
    ...now.place,
    marks: [{ studentId: classmate.id, partId: scheme.parts[0]!.id, mark: 61 }],
  })
  expect(await plan()).toMatchObject({ gracePlan: seen })
  expect((await plan()).plan).not.toBe(all)
  const changed = refused(409, 'Somebody else changed this meanwhile')
  // The former web client sends the plan that covers all figures.
  await expect(confirm([[arabic, 2]], { plan: all })).rejects.toMatchObject(changed)
  await confirm([[arabic, 2]], { plan: seen })
  await expect(confirm([[science, 3]], { plan: seen })).rejects.toMatchObject(changed)
  const { gracePlan: since } = await plan()
  await confirm([], { plan: since })
  await expect(confirm([[science, 3]], { plan: since })).rejects.toMatchObject(changed)
  await confirm([[science, 3]], { plan: seen })
  expect(await listed()).toContainEqual([science.id, 3, true])
})

test('grace marks that are needed no more are named before they are taken back, and the audit says of whom they were', async () => {
  await mark(arabic, 48)
  await confirm([[arabic, 2]])
  await mark(arabic, 55)
  await mark(science, 47)
  // Of a pupil of another grade, whose grade closes by itself.
  await sql(
    `insert into grace_marks (school_id, id, term_id, student_id, course_id, points, confirmed_by)
      select school_id, gen_random_uuid(), term_id, $1, course_id, points, confirmed_by from grace_marks`,
    [laila.id],
  )
  const before = await plan()
  expect(before.grace.map(({ courseId, confirmed }) => [courseId, confirmed])).toEqual([[science.id, false]])
  expect(before.graceUnused).toEqual([
    { studentId: omar.id, studentName: expect.any(String), courseId: arabic.id, courseName: arabic.name, points: 2 },
  ])
  const after = await confirm([[science, 3]], { plan: before.gracePlan })
  expect(after.graceUnused).toEqual([])
  const lines = (await audited(closings.grace)).map(({ target_kind, target_id }) => [target_kind, target_id])
  expect(lines.slice(-2)).toEqual([
    ['graceMarks', now.inGrade.gradeId],
    ['student', omar.id],
  ])
})

test('grace marks that are confirmed again keep who confirmed them and when', async () => {
  const ofStudents = async () =>
    (await audited(closings.grace)).filter(({ target_kind }) => target_kind === 'student').length
  const before = await ofStudents()
  const stored = () => sql('select id, course_id, points, confirmed_at from grace_marks order by course_id')
  await mark(arabic, 48)
  await confirm([[arabic, 2]])
  const [first] = await stored()
  await mark(science, 47)
  await confirm([
    [arabic, 2],
    [science, 3],
  ])
  expect(await stored()).toHaveLength(2)
  expect(await stored()).toContainEqual(first)
  expect(await ofStudents()).toBe(before)
})
