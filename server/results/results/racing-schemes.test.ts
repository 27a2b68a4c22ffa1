import { beforeEach, expect, test } from 'vitest'
import { closings } from '#contract/results/results/closings.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { withClient } from '#server/db/client.ts'
import { schemeDraft, usesOfGrade } from '#test/world/result-drafts.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { refused } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, plan, as, sql, connection } = await resultsOfNile()
const { manager, nile, grade4 } = world
const inNile = { schoolId: nile.id }
let termId: string
let scheme: Awaited<ReturnType<typeof withScheme>>

beforeEach(async () => {
  ;({ termId } = await begin())
  scheme = await withScheme()
})

const waiting = () => sql(whoWaits)
const usesNow = () => sql('select scheme_version, full_mark::int from result_scheme_uses')
const renewed = () => ({ ...schemeDraft(nile.id), id: scheme.id, parts: scheme.parts, rounding: 'half' as const })
const outOf = (fullMark: number) => ({
  ...inNile,
  termId,
  uses: usesOfGrade(grade4.id, scheme.id).map((use) => ({ ...use, fullMark })),
})

/** Reads what would be closed, and returns a function that closes it. */
async function readyToClose() {
  const { plan: agreed } = await plan()
  return () => as(manager)(closings.close, { ...inNile, termId, gradeId: grade4.id, plan: agreed, acceptMissing: true })
}

/** Makes a change after a closing has computed its results and before it stores them. */
const whileClosing = (change: () => Promise<unknown>) =>
  withClient(connection, async (client) => {
    const close = await readyToClose()
    await client.query(`begin; select from terms where school_id = '${nile.id}' for update`)
    const closing = close()
    await expect.poll(waiting).toHaveLength(1)
    const outcome = Promise.allSettled([change()])
    await Promise.race([outcome, expect.poll(waiting).toHaveLength(2)])
    await client.query('commit')
    await closing
    return (await outcome)[0]
  })

test('a scheme that is saved while its term closes by it applies to that term no more', async () => {
  expect(await whileClosing(() => as(manager)(resultSchemes.save, renewed()))).toMatchObject({ status: 'fulfilled' })
  expect(await usesNow()).toEqual([{ scheme_version: 1, full_mark: 100 }])
})

test('where schemes apply in a term is not changed while it closes by them', async () => {
  const saving = await whileClosing(() => as(manager)(resultSchemes.saveUses, outOf(120)))
  expect(saving).toMatchObject({
    status: 'rejected',
    reason: refused(409, 'The results of this term are closed already'),
  })
  expect(await usesNow()).toEqual([{ scheme_version: 1, full_mark: 100 }])
})

test('a term does not close by a scheme that was being saved when the figures were worked out', async () => {
  await withClient(connection, async (client) => {
    const close = await readyToClose()
    await client.query(`begin; select from result_scheme_versions where school_id = '${nile.id}' for update`)
    await client.query('select from result_scheme_uses where school_id = $1 for update', [nile.id])
    const saving = as(manager)(resultSchemes.saveUses, outOf(120))
    await expect.poll(waiting).toHaveLength(1)
    const closing = Promise.allSettled([close()])
    await Promise.race([closing, expect.poll(waiting).toHaveLength(2)])
    await client.query('commit')
    await saving
    const [closed] = await closing
    expect(closed).toMatchObject({
      status: 'rejected',
      reason: refused(409, 'Somebody else changed this meanwhile'),
    })
  })
  expect(await sql('select from term_closings')).toEqual([])
  expect(await usesNow()).toEqual([{ scheme_version: 1, full_mark: 120 }])
})
