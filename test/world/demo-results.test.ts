import { expect, test } from 'vitest'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { openDb } from '#server/db/db.ts'
import { closingsOf } from '#server/results/results/closings.queries.ts'
import { termFiguresOf } from '#server/results/results/figures.ts'
import { inHundredths } from '#server/results/results/rational.ts'
import { termOf } from '#server/results/results/terms.queries.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { asRequests, emptyDatabase } from '#test/harness/database.ts'
import { sign, testKey } from '#test/harness/ground.ts'
import { idOf } from './ids.ts'
import { loadDemo, signedDemo, world } from './world.ts'

const { nile, grade4 } = world
const day = '2026-11-22'

test('a closed grade of the demo has a few who do not pass, grace marks, a second round and missing marks', async () => {
  const connection = await emptyDatabase()
  await loadDemo(connection, day, { morning: true, hash: 'of nobody who signs in' })
  const requests = asRequests(connection)
  await signedDemo({ owner: connection, connection: requests }, secretsOf(testKey), new Date(`${day}T09:00:00Z`), day)
  const db = openDb(requests, { max: 1, sign })
  await db.transaction().execute(async (tx) => {
    await seeOnly(tx, { schools: [nile.id] })
    const term = (await termOf(tx, nile.id, idOf('term', nile.id, 1)))!
    const all = await termFiguresOf(tx, { schoolId: nile.id, today: day, gradeId: grade4.id }, term)
    const courses = all.flatMap((pupil) => pupil.courses)
    const owed = courses.flatMap(({ result }) => result.parts.filter((part) => part.owed))
    expect(owed.length).toBeGreaterThan(0)
    expect(owed.length).toBeLessThan(courses.length / 20)
    expect(courses.filter(({ result }) => result.total === null)).toEqual([])
    const inHalves = (of: typeof courses) => of.map(({ result }) => inHundredths(result.total!))
    expect(inHalves(courses.filter(({ result }) => result.passed === false)).toSorted((a, b) => a - b)).toEqual([
      39, 41, 44,
    ])
    const graced = courses.filter(({ result }) => inHundredths(result.grace) > 0)
    expect([inHalves(graced), graced.map(({ result }) => inHundredths(result.grace))]).toEqual([[50], [1.5]])
    expect(inHalves(courses.filter(({ result }) => result.round === 2))).toEqual([50])
    const closings = await closingsOf(tx, nile.id, term.id, grade4.id)
    expect(new Map(closings.map(({ issue, reopenedAt }) => [issue, reopenedAt !== null]))).toEqual(
      new Map([
        [1, true],
        [2, false],
      ]),
    )
  })
  await db.destroy()
})
