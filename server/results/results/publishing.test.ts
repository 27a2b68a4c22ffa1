import { beforeEach, describe, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { closings } from '#contract/results/results/closings.ts'
import { results } from '#contract/results/results/results.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { schemeDraft } from '#test/world/result-drafts.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { notFound, refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, grid, save, markAll, plan, close, publish, ofOmar, as, sql, connection } =
  await resultsOfNile()
const { manager, supervisor, secondSupervisor, scienceTeacher, parent, classmatesParent, deltaParent } = world
const { nile, class4b, omar, arabic, science } = world
let now: Awaited<ReturnType<typeof begin>>

beforeEach(async () => {
  now = await begin()
})

describe('publishing', () => {
  test('lets parents read the closed result of their child, and notifies them once', async () => {
    await withScheme()
    await markAll()
    const { closing } = await close()
    expect(await ofOmar()).toEqual([])
    expect(await ofOmar(manager)).toHaveLength(1)
    await as(manager)(closings.publish, { ...now.inGrade, closingId: closing!.id })
    const [result] = await ofOmar()
    expect(result).toMatchObject({ termId: now.termId, issue: 1, rank: null, pupils: null })
    expect(result!.courses.find(({ courseId }) => courseId === arabic.id)!.parts.length).toBeGreaterThan(1)
    await deliverAll(connection)
    const items = await as(parent)(inbox.items, {})
    const published = items.filter(({ kind }) => kind === 'resultPublished')
    expect(published).toMatchObject([{ termName: result!.termName, conductName: null }])
    await expect(as(manager)(closings.publish, { ...now.inGrade, closingId: closing!.id })).rejects.toMatchObject(
      refused(409, 'These results are published already'),
    )
    await expect(ofOmar(deltaParent)).rejects.toMatchObject(notFound)
    await expect(ofOmar(classmatesParent)).rejects.toMatchObject(notFound)
  })

  test('shows staff of their own child in another class what it shows parents', async () => {
    await withScheme()
    await markAll()
    const { closing } = await close()
    const [child] = await sql('select id from students where class_room_id = $1 and active limit 1', [class4b.id])
    await sql(
      `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
       select gen_random_uuid(), $1, $2, $3, (select id from relation_types limit 1), $3`,
      [nile.id, child.id, supervisor.id],
    )
    const ofChild = (person: { phone: string }) => as(person)(results.student, { studentId: child.id })
    expect(await ofChild(secondSupervisor)).toHaveLength(1)
    expect(await ofChild(supervisor)).toEqual([])
    await as(manager)(closings.publish, { ...now.inGrade, closingId: closing!.id })
    expect(await ofChild(supervisor)).toMatchObject([{ rank: null, pupils: null }])
  })

  test('shows a teacher the courses that they teach in the class, and nothing that speaks of the others', async () => {
    await withScheme()
    await markAll()
    await close()
    const coursesFor = async (person: { phone: string }) =>
      (await ofOmar(person))[0]!.courses.map(({ courseId }) => courseId)
    const every = await coursesFor(manager)
    expect(every.length).toBeGreaterThan(2)
    expect(await coursesFor(supervisor)).toEqual(every)
    expect((await ofOmar(supervisor))[0]!.rank).toEqual(expect.any(Number))
    expect(await coursesFor(scienceTeacher)).toEqual([science.id])
    const [own] = await ofOmar(scienceTeacher)
    expect(own).toMatchObject({ rank: null, pupils: null, total: { total: null, percent: null, passed: null } })
  })

  test('from an hour that is still to come shows nothing before it', async () => {
    await withScheme()
    await markAll()
    const { closing } = await publish({ day: '2099-01-01', time: '10:30' })
    expect(closing!.visibleFrom).toMatch(/^2099-01-01T08:30/)
    expect(await ofOmar()).toEqual([])
  })

  test('is refused for a day that is over, and for an hour without a day', async () => {
    await withScheme()
    const { closing } = await close()
    const published = (more: object) =>
      as(manager)(closings.publish, { ...now.inGrade, closingId: closing!.id, ...more })
    await expect(published({ day: '2020-01-01' })).rejects.toMatchObject(refused(400, 'The day of publishing is over'))
    await expect(published({ time: '10:00' })).rejects.toMatchObject(refused(400, 'Required'))
  })
})

describe('grace marks and the second round', () => {
  test('are proposed, confirmed by a person, and stand in the closed result', async () => {
    await withScheme({
      gracePerCourse: 5,
      graceInAll: 5,
      parts: [schemeDraft(nile.id).parts[0]!].map((part) => ({ ...part, weight: 100 })),
    })
    await markAll(60)
    const { parts } = await grid()
    await save([{ studentId: omar.id, partId: parts[0]!.id, mark: 47.5 }])
    const [proposed, ...others] = (await plan()).grace
    expect(others).toEqual([])
    expect(proposed).toMatchObject({ studentId: omar.id, total: 47.5, passMark: 50, points: 2.5, confirmed: false })
    const confirm = (points: number) =>
      as(manager)(closings.grace, { ...now.inGrade, items: [{ studentId: omar.id, courseId: arabic.id, points }] })
    await expect(confirm(3)).rejects.toMatchObject(refused(409, 'These grace marks are not proposed any more'))
    const mark = { studentId: omar.id, courseId: arabic.id, points: 2.5 }
    expect(await as(manager)(closings.grace, { ...now.inGrade, items: [mark, mark] })).toMatchObject({
      grace: [{ confirmed: true }],
    })
    expect((await confirm(2.5)).grace).toMatchObject([{ total: 47.5, points: 2.5, confirmed: true }])
    await publish()
    const own = (await ofOmar())[0]!.courses.find(({ courseId }) => courseId === arabic.id)!
    expect(own).toMatchObject({ total: 50, passed: true, grace: 2.5 })
    await expect(confirm(2.5)).rejects.toMatchObject(refused(409, 'The results of this term are closed already'))
  })

  test('a second round is typed for the course and capped', async () => {
    await withScheme({ parts: [schemeDraft(nile.id).parts[0]!].map((part) => ({ ...part, weight: 100 })) })
    const { parts } = await grid()
    await save([{ studentId: omar.id, partId: parts[0]!.id, mark: 20 }])
    await save([{ studentId: omar.id, partId: arabic.id, round: 2, mark: 90 }])
    const row = (await grid()).students.find(({ studentId }) => studentId === omar.id)!
    expect(row.figures).toMatchObject({ total: 50, passed: true, round: 2, needsSecondRound: false })
    expect(row.second).toMatchObject({ mark: 90, version: 1 })
  })
})
