import { expect, test } from 'vitest'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { openDb } from '#server/db/db.ts'
import { shownPlan, plannedTurn } from '#server/results/promotion/planning.ts'
import { promotionOf, promotionsOf } from '#server/results/promotion/promotions.queries.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { asRequests, emptyDatabase } from '#test/harness/database.ts'
import { sign, testKey } from '#test/harness/ground.ts'
import { loadDemo, signedDemo, world } from './world.ts'

const { nile } = world

test.each([
  ['2026-11-22', '2027/2028'],
  ['2027-08-04', '2027/2028'],
  ['2028-02-29', '2028/2029'],
])('on %s the next year, %s, is being prepared, and somebody is still to be decided of', async (day, name) => {
  const connection = await emptyDatabase()
  await loadDemo(connection, day, { morning: true, hash: 'of nobody who signs in' })
  const requests = asRequests(connection)
  await signedDemo({ owner: connection, connection: requests }, secretsOf(testKey), new Date(`${day}T09:00:00Z`), day)
  const db = openDb(requests, { max: 1, sign })
  await db.transaction().execute(async (tx) => {
    await seeOnly(tx, { schools: [nile.id] })
    const { rows, total } = await promotionsOf(tx, nile.id, { limit: 10, offset: 0 })
    expect([total, rows[0]!.state, rows[0]!.options.step, rows[0]!.toYearName]).toEqual([1, 'draft', 2, name])
    const found = await plannedTurn(tx, (await promotionOf(tx, nile.id, rows[0]!.id))!)
    const plan = await shownPlan(tx, found, { today: day, seesCoins: true })
    for (const many of ['up', 'repeat', 'wait', 'leave', 'undecided', 'months', 'terms'] as const)
      expect([many, plan[many] > 0]).toEqual([many, true])
    const next = new Map(found.grades.map(({ gradeId, nextGradeId }) => [gradeId, nextGradeId]))
    const { grade4, grade5, grade6 } = world
    expect([grade4, grade5, grade6].map(({ id }) => next.get(id))).toEqual([grade5.id, grade6.id, null])
    expect(plan.classes.filter(({ over }) => over > 0)).toEqual([])
  })
  await db.destroy()
})
