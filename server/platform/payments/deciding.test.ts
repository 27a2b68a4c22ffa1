import { describe, expect, test } from 'vitest'
import { paymentRequests, payments } from '#contract/platform/payments/payments.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { badDate, moneyIn, moneyTables, notPositive, ownSchool } from '#test/harness/money.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { admin, manager, deputy, teacher, parent, newcomer, otherManager, pendingManager, closedManager } = world
const { nile, delta, pending, closed } = world
const { sql, giveKey, audited, published, rowsOf } = tracesIn(connection)
const { today, types, cash, asking, ask, approval, coinsOf } = await moneyIn(app)

const decided = refused(409, 'This request has already been decided')

describe('approving', () => {
  test('credits the coins, names the approver and writes one transaction', async () => {
    const before = await coinsOf(nile)
    const request = await ask({ transferAmount: 120.5 })
    const approved = await as(admin)(paymentRequests.approve, approval(request.id, { paymentAmount: 99 }))
    expect(approved).toMatchObject({
      approved: true,
      approvedById: admin.id,
      approvedByName: 'سامح فوزي الديب',
      transferAmount: 120.5,
      paymentAmount: 99,
      coins: 99,
      sameCodeElsewhere: false,
    })
    expect(await coinsOf(nile)).toBe(before + 99)
    const [payment, ...more] = await as(admin)(payments.list, { requestId: request.id })
    expect(more).toEqual([])
    expect(payment).toMatchObject({
      fromType: 'School',
      fromId: nile.id,
      fromName: nile.name,
      toType: 'Application',
      toId: admin.id,
      toName: 'سامح فوزي الديب',
      paymentDate: today,
      amount: 99,
      coins: 99,
      transferCode: request.transferCode,
      adjusts: null,
    })
    expect((await published('payment decided')).at(-1)).toEqual({
      school_id: nile.id,
      actor_id: admin.id,
      payload: { requestId: request.id, requestedBy: manager.id, approved: true },
    })
    expect((await published('coins changed')).at(-1)).toMatchObject({ payload: { balance: before + 99 } })
    expect((await audited(paymentRequests.approve)).at(-1)).toMatchObject({
      person_id: admin.id,
      school_id: nile.id,
      target_id: request.id,
    })
  })

  test('is final: neither approved nor rejected, changed nor deleted again', async () => {
    const { id } = await ask()
    await as(admin)(paymentRequests.approve, approval(id))
    const before = await rowsOf(...moneyTables)
    await expect(as(admin)(paymentRequests.approve, approval(id))).rejects.toMatchObject(decided)
    await expect(as(admin)(paymentRequests.reject, { requestId: id })).rejects.toMatchObject(decided)
    await expect(as(manager)(paymentRequests.update, { id, transferCode: 'other' })).rejects.toMatchObject(decided)
    await expect(as(manager)(paymentRequests.remove, { requestId: id })).rejects.toMatchObject(decided)
    expect(await rowsOf(...moneyTables)).toEqual(before)
  })

  test('records the way of paying that the request has by then', async () => {
    const { id } = await ask({ paymentTypeId: cash })
    const other = Object.entries(types).find(([name, type]) => type !== cash && name !== 'no longer taken')![1]
    await withClient(connection, async (client) => {
      await client.query(`begin; select from schools where id = '${nile.id}' for no key update`)
      const approved = as(admin)(paymentRequests.approve, approval(id))
      await expect.poll(() => sql(whoWaits)).toHaveLength(1)
      await as(manager)(paymentRequests.update, { id, paymentTypeId: other })
      await client.query('commit')
      await approved
    })
    const [payment] = await as(admin)(payments.list, { requestId: id })
    expect(payment!.paymentTypeId).toBe(other)
  })

  test('is refused for a day to come, an amount of nothing and another coin type', async () => {
    const { id } = await ask()
    const before = await rowsOf(...moneyTables)
    const approve = (more: object) => as(admin)(paymentRequests.approve, approval(id, more))
    await expect(approve({ paymentAmount: 0 })).rejects.toMatchObject(notPositive)
    await expect(approve({ paymentDate: daysFrom(today, 1) })).rejects.toMatchObject(badDate)
    await expect(approve({ coinTypeId: newId() })).rejects.toMatchObject(
      refused(400, 'The coin type is not the coin type of this school'),
    )
    for (const person of [manager, newcomer])
      await expect(as(person)(paymentRequests.approve, approval(id))).rejects.toMatchObject(notAllowed)
    expect(await rowsOf(...moneyTables)).toEqual(before)
  })

  test('needs the school’s coin type, not that it is active', async () => {
    const waits = await as(pendingManager)(paymentRequests.add, asking({ schoolId: pending.id }))
    await expect(as(admin)(paymentRequests.approve, approval(waits.id))).rejects.toMatchObject(
      refused(409, 'This school has no coin type yet'),
    )
    const ofClosed = await as(closedManager)(paymentRequests.add, asking({ schoolId: closed.id }))
    expect(await as(admin)(paymentRequests.approve, approval(ofClosed.id))).toMatchObject({ approved: true })
  })

  test('keeps in money what buys no whole coin, for the next time', async () => {
    const [{ coin_type_id: price }] = await sql('select coin_type_id from schools where id = $1', [delta.id])
    const dear = newId()
    await sql(`insert into coin_types (id, name, value) values ($1, 'dear', 0.7)`, [dear])
    await sql('update schools set coin_type_id = $1 where id = $2', [dear, delta.id])
    const [bought, left] = [[] as unknown[], [] as unknown[]]
    for (const paymentAmount of [1, 0.3, 0.1, 0.7]) {
      const { id } = await as(otherManager)(paymentRequests.add, asking({ schoolId: delta.id }))
      left.push((await as(admin)(paymentRequests.get, { requestId: id })).leftOver)
      bought.push((await as(admin)(paymentRequests.approve, approval(id, { paymentAmount }))).coins)
    }
    expect(bought).toEqual([1, 0, 1, 1])
    expect(left).toEqual([0, 0.3, 0.6, 0])
    expect((await sql('select money_carry from schools where id = $1', [delta.id]))[0].money_carry).toBe('0.00')
    await sql('update schools set coin_type_id = $1 where id = $2', [price, delta.id])
  })
})

describe('rejecting', () => {
  test('gives the school the reason, if there is one', async () => {
    const { id: requestId } = await ask()
    const rejected = await as(admin)(paymentRequests.reject, { requestId, reason: 'The bank knows no such transfer' })
    expect(rejected).toMatchObject({
      approved: false,
      approvedById: admin.id,
      rejectReason: 'The bank knows no such transfer',
    })
    expect(await as(manager)(paymentRequests.get, { requestId })).toMatchObject({
      approved: false,
      rejectReason: 'The bank knows no such transfer',
      paymentAmount: null,
      coins: null,
    })
    expect((await published('payment decided')).at(-1)).toMatchObject({ payload: { requestId, approved: false } })
    const silent = await ask()
    expect(await as(admin)(paymentRequests.reject, { requestId: silent.id, reason: '' })).toMatchObject({
      rejectReason: null,
    })
    await expect(as(admin)(paymentRequests.reject, { requestId })).rejects.toMatchObject(decided)
    await expect(as(manager)(paymentRequests.reject, { requestId })).rejects.toMatchObject(notAllowed)
  })
})

describe('nobody decides', () => {
  test('for their own school, in any role there, even while it is closed', async () => {
    for (const key of ['ApprovePaymentRequest', 'RejectPaymentRequest'] as const)
      for (const person of [deputy, teacher, world.closedTeacher]) await giveKey(person, key, null)
    const own = await ask()
    const ofClosed = await as(closedManager)(paymentRequests.add, asking({ schoolId: closed.id }))
    const before = await rowsOf(...moneyTables)
    for (const [person, requestId] of [
      [deputy, own.id],
      [teacher, own.id],
      [world.closedTeacher, ofClosed.id],
    ] as const) {
      await expect(as(person)(paymentRequests.approve, approval(requestId))).rejects.toMatchObject(ownSchool)
      await expect(as(person)(paymentRequests.reject, { requestId })).rejects.toMatchObject(ownSchool)
    }
    expect(await rowsOf(...moneyTables)).toEqual(before)
    const elsewhere = await as(otherManager)(paymentRequests.add, asking({ schoolId: delta.id }))
    expect(await as(teacher)(paymentRequests.approve, approval(elsewhere.id))).toMatchObject({ approved: true })
  })

  test('on their own request, also after they left the school', async () => {
    const { id } = await ask()
    await sql('update payment_requests set requested_by = $1 where id = $2', [admin.id, id])
    await expect(as(admin)(paymentRequests.approve, approval(id))).rejects.toMatchObject(ownSchool)
    await expect(as(admin)(paymentRequests.reject, { requestId: id })).rejects.toMatchObject(ownSchool)
  })
})

describe('requests are read', () => {
  test('by the school its own, by the platform all, the latest first', async () => {
    const own = await as(manager)(paymentRequests.list, {})
    expect(new Set(own.map(({ schoolId }) => schoolId))).toEqual(new Set([nile.id]))
    const all = await as(admin)(paymentRequests.list, {})
    expect(new Set(all.map(({ schoolId }) => schoolId))).toContain(delta.id)
    expect(all.map(({ requestDate }) => requestDate)).toEqual(
      all
        .map(({ requestDate }) => requestDate)
        .toSorted()
        .toReversed(),
    )
    const { rows, total } = await as(admin).listed(paymentRequests.list, { schoolId: delta.id, pageSize: 1 })
    expect(rows).toHaveLength(1)
    expect(total).toBe(all.filter(({ schoolId }) => schoolId === delta.id).length)
  })

  test('by code, day, amount, type, state and author of the decision', async () => {
    const { id, transferCode } = await ask({ transferCode: 'إيداع 42', transferAmount: 77.7 })
    const found = async (filter: object) => (await as(admin)(paymentRequests.list, filter)).map((row) => row.id)
    expect(await found({ transferCode: 'ايداع ٤٢' })).toEqual([id])
    expect(await found({ transferAmount: 77.7 })).toEqual([id])
    expect(await found({ transferCode, requestDateFrom: today, requestDateTo: today })).toEqual([id])
    expect(await found({ transferCode, requestDateTo: daysFrom(today, -1) })).toEqual([])
    expect(await found({ transferCode, transferDateFrom: today, transferDateTo: today })).toEqual([id])
    expect(await found({ transferCode, transferDateFrom: daysFrom(today, 1) })).toEqual([])
    expect(await found({ transferCode, paymentTypeId: types['bank transfer'] })).toEqual([])
    expect(await found({ transferCode, approved: true })).toEqual([])
    await as(admin)(paymentRequests.approve, approval(id))
    expect(await found({ transferCode, approved: true, approvedById: admin.id })).toEqual([id])
    expect(await found({ transferCode, approvedById: manager.id })).toEqual([])
  })

  test('with a warning, to the platform alone, where another school used the code', async () => {
    const here = await ask({ transferCode: 'shared-1' })
    const there = await as(otherManager)(paymentRequests.add, asking({ schoolId: delta.id, transferCode: 'SHARED-1' }))
    expect(await as(admin)(paymentRequests.get, { requestId: here.id })).toMatchObject({ sameCodeElsewhere: true })
    expect(await as(manager)(paymentRequests.get, { requestId: here.id })).toMatchObject({ sameCodeElsewhere: null })
    await as(admin)(paymentRequests.reject, { requestId: there.id })
    expect(await as(admin)(paymentRequests.get, { requestId: here.id })).toMatchObject({ sameCodeElsewhere: false })
  })

  test('with many requests of several schools', async () => {
    const { total } = await as(admin).listed(paymentRequests.list, {})
    await sql(
      `insert into payment_requests (id, school_id, payment_type_id, requested_by, transfer_code, transfer_date, transfer_amount)
       select gen_random_uuid(), case when n % 2 = 0 then $1 else $2 end::uuid, $3, $4, 'one of many ' || n, $5, 5
       from generate_series(1, 800) n`,
      [nile.id, delta.id, types.cash, manager.id, today],
    )
    expect(await as(admin)(paymentRequests.list, {})).toHaveLength(total! + 800)
  })

  test('by nobody else', async () => {
    for (const person of [teacher, parent, newcomer])
      await expect(as(person)(paymentRequests.list, {})).rejects.toMatchObject(notAllowed)
    await expect(as(manager)(paymentRequests.list, { schoolId: delta.id })).rejects.toMatchObject(notFound)
    await expect(as(admin)(paymentRequests.list, { schoolId: newId() })).rejects.toMatchObject(notFound)
    const requestId = (await as(admin)(paymentRequests.list, { schoolId: delta.id }))[0]!.id
    await expect(as(manager)(paymentRequests.get, { requestId })).rejects.toMatchObject(notFound)
    await expect(as(admin)(paymentRequests.get, { requestId: newId() })).rejects.toMatchObject(notFound)
  })
})
