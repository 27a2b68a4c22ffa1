import { describe, expect, test } from 'vitest'
import { paymentRequests } from '#contract/platform/payments/payments.ts'
import { testApp } from '#test/harness/app.ts'
import { moneyIn, moneyTables } from '#test/harness/money.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { admin, manager } = world
const { rowsOf } = tracesIn(connection)
const { ask, approval } = await moneyIn(app)

const another = refused(409, 'Somebody else changed this meanwhile')
const decided = refused(409, 'This request has already been decided')

describe('a request is decided as it was read', () => {
  test('and one that the school changed since is shown instead', async () => {
    const read = await ask({ transferCode: 'A1' })
    await as(manager)(paymentRequests.update, { id: read.id, transferCode: 'B7' })
    const before = await rowsOf(...moneyTables)
    const stale = { ...another, current: { id: read.id, transfareCode: 'B7', version: read.version + 1 } }
    const baseVersion = read.version
    await expect(as(admin)(paymentRequests.approve, approval(read.id, { baseVersion }))).rejects.toMatchObject(stale)
    await expect(as(admin)(paymentRequests.reject, { requestId: read.id, baseVersion })).rejects.toMatchObject(stale)
    expect(await rowsOf(...moneyTables)).toEqual(before)

    const again = approval(read.id, { baseVersion: read.version + 1 })
    expect(await as(admin)(paymentRequests.approve, again)).toMatchObject({ approved: true, transferCode: 'B7' })
  })

  test('and one that was decided meanwhile is refused as that', async () => {
    const { id, version } = await ask()
    await as(admin)(paymentRequests.reject, { requestId: id, baseVersion: version })
    const again = approval(id, { baseVersion: version })
    await expect(as(admin)(paymentRequests.approve, again)).rejects.toMatchObject(decided)
  })
})
