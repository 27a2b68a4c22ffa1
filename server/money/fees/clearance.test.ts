import { expect, test } from 'vitest'
import { papers } from '#contract/results/papers/papers.ts'
import { daysFrom } from '#server/base/days.ts'
import { feesOfNile } from '#test/harness/fees-of-nile.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, sql, begin, plan, charge, family, openTill, take } = await feesOfNile()
const { manager, omar, nile } = world
const preview = async () => {
  const asked = { schoolId: nile.id, kind: 'clearance' as const, studentIds: [omar.id] }
  return (await as(manager)(papers.plan, asked)).preview!.content.accounts
}

test('a clearance says what is owed to the accounts and is issued either way; without fees it says nothing', async () => {
  expect(await preview()).toBeUndefined()
  const of = await begin()
  expect(await preview()).toEqual({ owed: '0.00', currency: 'EGP' })
  const due = daysFrom(today, -5)
  await plan([{ itemId: of.tuition, amount: '1000', parts: [{ dueOn: due < of.startsOn ? of.startsOn : due }] }])
  await charge()
  await openTill()
  await take({ familyId: (await family(omar)).familyId, amount: '400', wayId: of.cash })
  expect(await preview()).toEqual({ owed: '600.00', currency: 'EGP' })
  await sql('delete from papers')
  const issued = await as(manager)(papers.issue, { schoolId: nile.id, kind: 'clearance', studentIds: [omar.id] })
  expect(issued).toMatchObject({ issued: 1 })
})
