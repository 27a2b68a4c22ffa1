import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { programKeys } from '#contract/platform/connections/program-keys.ts'
import { webhooks } from '#contract/platform/connections/webhooks.ts'
import { daysFrom } from '#server/base/days.ts'
import { withDb } from '#server/db/connected.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { connectionsOfSchools } from './connections.queries.ts'

const { app, as, connection } = await testApp()
const { manager, otherManager, nile, delta } = world

test('an operator sees the keys and webhooks of all schools with their use, and no secret', async () => {
  const made = { keyName: 'حافلات', scopes: ['roster' as const], endsOn: daysFrom(today, 90), password: demoPassword }
  const { secret } = await as(manager)(programKeys.make, { schoolId: nile.id, ...made })
  const headers = { authorization: `Bearer ${secret}` }
  for (const path of ['Grade/GetSchoolGrades', 'Attendance/GetSheets'])
    await app.inject({ method: 'POST', url: `/${path}`, headers, payload: { schoolId: nile.id } })
  const other = await as(otherManager)(programKeys.make, { schoolId: delta.id, ...made })
  await as(otherManager)(programKeys.revoke, { schoolId: delta.id, keyId: other.id })
  const url = `https://program.example/${randomBytes(4).toString('hex')}`
  await as(manager)(webhooks.add, {
    schoolId: nile.id,
    hookName: 'دفتر',
    url,
    events: ['fees.posted'],
    password: demoPassword,
  })
  const rows = await withDb(connection, connectionsOfSchools)
  expect(rows.filter(({ name }) => name === 'حافلات' || name === 'دفتر')).toEqual([
    expect.objectContaining({ kind: 'key', state: 'revoked', calls: 0, lastUsed: '' }),
    expect.objectContaining({
      kind: 'key',
      scopes: 'roster',
      madeBy: manager.phone,
      state: 'active',
      calls: 2,
      refused: 1,
    }),
    expect.objectContaining({ kind: 'webhook', scopes: 'fees.posted', state: 'active', waiting: 0 }),
  ])
  expect(JSON.stringify(rows)).not.toMatch(/kk_|whsec_|program\.example/)
})
