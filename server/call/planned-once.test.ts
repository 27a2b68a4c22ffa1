import { expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { livePath } from '#contract/platform/live/live.ts'
import { search } from '#contract/overviews/search/search.ts'
import { operations } from '#server/operations.ts'
import { askedAbout } from '#test/harness/plans.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { plannedOnce } from './planned-once.ts'

const { as } = await testApp()
const { manager, nile } = world

test('every call that is planned once is an operation', () => {
  const paths = new Set([livePath, ...operations.map(({ path }) => path)])
  expect([...plannedOnce].filter((path) => !paths.has(path))).toEqual([])
})

test('its transaction tells PostgreSQL so, and that of another call does not', async () => {
  const settingOf = (call: () => Promise<unknown>) => askedAbout('force_generic_plan', call)
  expect(await settingOf(() => as(manager)(identity.me, {}))).toHaveLength(1)
  expect(await settingOf(() => as(manager)(search.find, { schoolId: nile.id, text: 'عمر' }))).toEqual([])
})
