import { beforeEach, expect, test } from 'vitest'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { testApp } from '#test/harness/app.ts'
import { promoting } from '#test/harness/promoting.ts'
import { refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { manager, omar, laila, class4a, class5b, grade5 } = world
const { sql, work, anew, start, planOf, rowsOf, allUp, done, undone } = promoting(app)
work()
beforeEach(anew)

const contradicts = 'This class contradicts the decision on the student; change the decision first'
const decide = (promotionId: string, item: object) => as(manager)(promotions.decide, { promotionId, items: [item] })

test('a class alone does not change the decision on a student, by its id or by its name', async () => {
  const { id: promotionId, newClasses } = await start()
  const copyOf = (id: string) => newClasses.find(({ fromClassId }) => fromClassId === id)!
  await allUp(promotionId)
  for (const place of [{ toClassId: copyOf(class4a.id).id }, { toClassName: copyOf(class4a.id).name }])
    await expect(decide(promotionId, { studentId: omar.id, ...place })).rejects.toMatchObject({
      message: contradicts,
    })
  for (const decision of ['wait', 'leave'] as const) {
    await decide(promotionId, { studentId: omar.id, decision })
    await expect(decide(promotionId, { studentId: omar.id, toClassId: copyOf(class4a.id).id })).rejects.toMatchObject({
      message: contradicts,
    })
  }
  expect(
    await decide(promotionId, { studentId: omar.id, decision: 'repeat', toClassId: copyOf(class4a.id).id }),
  ).toMatchObject({ repeat: 1 })
  expect(await rowsOf(promotionId, { text: omar.code })).toMatchObject([{ decision: 'repeat' }])
})

test('where no class fits, the row says why and names the classes that a person can choose', async () => {
  const { id: promotionId, newClasses } = await start()
  await allUp(promotionId)
  const problemOf = async () => (await rowsOf(promotionId, { text: omar.code }))[0]!
  expect(await problemOf()).toMatchObject({ problem: null, choices: [] })
  const without = (left: (fromClassId: string) => boolean) =>
    as(manager)(promotions.setOptions, {
      promotionId,
      newClasses: newClasses.filter(({ fromClassId }) => left(fromClassId)).map(({ id: _, ...copy }) => copy),
    })
  const ofGrade5 = await sql<{ id: string }>('select id from class_rooms where grade_id = $1', [grade5.id])
  const isOfGrade5 = (id: string) => ofGrade5.some((one) => one.id === id)

  await without((id) => !isOfGrade5(id))
  expect(await problemOf()).toMatchObject({ problem: 'The next year has no class of this grade', choices: [] })
  await without((id) => !isOfGrade5(id) || id === world.class5a.id)
  expect(await problemOf()).toMatchObject({
    problem: 'Every class of this grade is for students of the other sex',
    choices: [],
  })
  const { newClasses: kept } = await without((id) => !isOfGrade5(id) || id === class5b.id)
  await sql(`update official_records set sex = null where student_id = $1`, [omar.id])
  await sql(`update class_rooms set gender = 3 where id = $1`, [class4a.id])
  await sql(`update class_rooms set gender = 1 where id = $1`, [class5b.id])
  const choices = kept.filter(({ fromClassId }) => fromClassId === class5b.id).map(({ id }) => id)
  expect(await problemOf()).toMatchObject({
    problem: 'The sex of this student is not recorded; choose the class',
    choices,
  })
  await decide(promotionId, { studentId: omar.id, toClassId: choices[0]! })
  expect(await problemOf()).toMatchObject({ decision: 'up', toClassId: choices[0], problem: null })
})

test('after an undo the plan with its classes and decisions can be prepared again', async () => {
  const draft = await start()
  await allUp(draft.id)
  await decide(draft.id, { studentId: omar.id, decision: 'repeat' })
  await decide(draft.id, { studentId: laila.id, decision: 'leave' })
  await as(manager)(promotions.setOptions, { promotionId: draft.id, step: 4, placement: 'balanced' })
  const before = await planOf(draft.id)
  await expect(start({ againId: draft.id })).rejects.toMatchObject(
    refused(409, 'Only what was undone can be prepared again'),
  )
  await done(draft.id)
  await undone(draft.id)

  const again = await start({ toYearName: draft.toYearName, againId: draft.id })
  expect(again).toMatchObject({ state: 'draft', step: 4, placement: 'balanced', toYearName: draft.toYearName })
  const { promotionId: _, classes, ...counts } = await planOf(again.id)
  const { promotionId: __, classes: formerClasses, ...formerCounts } = before
  expect({ ...counts, plan: '' }).toEqual({ ...formerCounts, plan: '' })
  const named = (all: typeof classes) => all.map(({ name, students, male, female }) => [name, students, male, female])
  expect(named(classes)).toEqual(named(formerClasses))
  expect(await rowsOf(again.id, { text: omar.code })).toMatchObject([{ decision: 'repeat', byHand: true }])
  expect(await rowsOf(again.id, { text: laila.code })).toMatchObject([{ decision: 'leave' }])
})
