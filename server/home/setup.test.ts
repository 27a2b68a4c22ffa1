import { expect, test } from 'vitest'
import { grades } from '#contract/grades/grades.ts'
import { home, setupSteps } from '#contract/home/home.ts'
import { testApp } from '#test/app.ts'
import { tracesIn } from '#test/traces.ts'
import { world } from '#test/world.ts'

const { as, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { manager, pendingManager, registrar, teacher, nile, pending } = world

const stepsOf = async (person: { phone: string }, { id }: { id: string } = pending) =>
  (await as(person)(home.school, { schoolId: id })).steps

test('a new school is shown the steps in their order, with how much there is of each', async () => {
  const before = await stepsOf(pendingManager)
  expect(before!.map(({ key }) => key)).toEqual([...setupSteps])
  const graded = (steps: typeof before) => steps!.find(({ key }) => key === 'grades')!.count
  await as(pendingManager)(grades.add, { schoolId: pending.id, name: 'الصف الأول' })
  expect(graded(await stepsOf(pendingManager))).toBe(graded(before) + 1)
})

test('they go when each is begun, and come back when one is missing again', async () => {
  expect(await stepsOf(manager, nile)).toBeNull()
  await sql('update class_rooms set active = false where school_id = $1', [nile.id])
  expect((await stepsOf(manager, nile))!.filter(({ count }) => count === 0)).toMatchObject([
    { key: 'classes', count: 0, may: { takeUsual: false, undoUsual: false } },
  ])
})

test('only people who see the whole school and its settings are shown them', async () => {
  expect(await stepsOf(registrar, nile)).toBeNull()
  await giveKey(teacher, 'ViewSchoolSettings', nile)
  expect(await stepsOf(teacher, nile)).toBeNull()
})
