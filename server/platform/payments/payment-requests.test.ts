import { describe, expect, test } from 'vitest'
import { paymentRequests } from '#contract/platform/payments/payments.ts'
import { newId } from '#server/db/ids.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { now } from '#test/world/clock.ts'
import { badDate, moneyIn, moneyTables, notPositive } from '#test/harness/money.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, wire, connection } = app
const { admin, manager, deputy, teacher, parent, newcomer, otherManager, pendingManager } = world
const { nile, delta, pending } = world
const { audited, published, rowsOf } = tracesIn(connection)
const { today, types, asking, ask, approval } = await moneyIn(app)

const usedCode = refused(409, 'This transfer code has already been used')

describe('a school requests coins', () => {
  test('with a transfer that waits for the platform', async () => {
    const request = await ask({ transferCode: '  TRX ٥٥  ' })
    expect(request).toMatchObject({
      schoolId: nile.id,
      schoolName: nile.name,
      approved: null,
      approvedById: null,
      approvedByName: null,
      paymentTypeName: 'cash',
      transferCode: 'TRX ٥٥',
      transferDate: today,
      transferAmount: 120.5,
      coinTypeId: expect.any(String),
      paymentAmount: null,
      coins: null,
      rejectReason: null,
      sameCodeElsewhere: null,
      version: 1,
    })
    expect(now() - Date.parse(request.requestDate)).toBeLessThan(600_000)
    expect(await as(manager)(paymentRequests.get, { requestId: request.id })).toEqual(request)
    expect((await published('payment requested')).at(-1)).toEqual({
      school_id: nile.id,
      actor_id: manager.id,
      payload: { requestId: request.id },
    })
    expect((await audited(paymentRequests.add)).at(-1)).toMatchObject({ target_id: request.id, school_id: nile.id })
  })

  test('ignores a decision in the input: only the server sets it', async () => {
    const { transferCode, transferDate, transferAmount, ...rest } = asking()
    const sent = { transfareCode: transferCode, transfareDate: transferDate, transfareAmount: transferAmount, ...rest }
    const claims = { approvied: true, approviedById: manager.id, requestDate: '2020-01-01T00:00:00Z' }
    const answer = await wire('SchoolPaymentRequest/AddRequest', { ...sent, ...claims }, { as: manager })
    expect(answer.json()).toMatchObject({ approvied: null, approviedById: null })
  })

  test('also while it waits to be active itself', async () => {
    expect(await as(pendingManager)(paymentRequests.add, asking({ schoolId: pending.id }))).toMatchObject({
      schoolId: pending.id,
      coinTypeId: null,
    })
  })

  test('not twice with one code, however it is written; a rejected or deleted one is free again', async () => {
    const first = await ask({ transferCode: 'Bank-77' })
    const before = await rowsOf(...moneyTables)
    await expect(ask({ transferCode: 'bank-٧٧' })).rejects.toMatchObject(usedCode)
    expect(await rowsOf(...moneyTables)).toEqual(before)

    await ask({ transferCode: 'Bank-77', paymentTypeId: types['bank transfer'] })
    expect(await as(manager)(paymentRequests.remove, { requestId: first.id })).toEqual({ done: true, changed: 1 })
    const second = await ask({ transferCode: 'Bank-77' })
    await as(admin)(paymentRequests.reject, { requestId: second.id })
    const third = await ask({ transferCode: 'Bank-77' })
    await as(admin)(paymentRequests.approve, approval(third.id))
    await expect(ask({ transferCode: 'Bank-77' })).rejects.toMatchObject(usedCode)
  })

  test.each([
    ['nothing', { transferAmount: 0 }, notPositive],
    ['less than nothing', { transferAmount: -5 }, notPositive],
    ['parts of a piastre', { transferAmount: 1.005 }, refused(400, 'At most 2 decimals')],
    ['too much', { transferAmount: 10_000_000 }, refused(400, 'Number must be less than or equal to 9999999.99')],
    ['a transfer of tomorrow', { transferDate: daysFrom(today, 1) }, badDate],
    ['no code', { transferCode: ' ' }, refused(400, 'String must contain at least 1 character(s)')],
    ['a payment type there is not', { paymentTypeId: newId() }, notFound],
    ['another school', { schoolId: delta.id }, notFound],
  ])('and is refused %s', async (_, more, refusal) => {
    const before = await rowsOf(...moneyTables)
    await expect(ask(more)).rejects.toMatchObject(refusal)
    expect(await rowsOf(...moneyTables)).toEqual(before)
  })

  test('and is refused a payment type that is no longer taken, and an amount that is none', async () => {
    await expect(ask({ paymentTypeId: types['no longer taken'] })).rejects.toMatchObject(notFound)
    const body = { schoolId: nile.id, paymentTypeId: types.cash, transfareCode: 'x', transfareDate: today }
    for (const transfareAmount of [null, '', undefined])
      expect(
        await wire('SchoolPaymentRequest/AddRequest', { ...body, transfareAmount }, { as: manager }),
      ).toMatchObject({ status: 400, text: notPositive.message })
  })

  test('through callers with the key', async () => {
    for (const person of [teacher, parent, newcomer, admin])
      await expect(as(person)(paymentRequests.add, asking())).rejects.toMatchObject(notAllowed)
  })
})

describe('a request that waits', () => {
  test('is changed in what is sent, and goes back as it was read', async () => {
    const request = await ask()
    const path = 'SchoolPaymentRequest/UpdateRequest'
    const read = (await wire('SchoolPaymentRequest/GetRequest', { requestId: request.id }, { as: manager })).json()
    expect((await wire(path, read, { as: manager })).json()).toEqual(read)
    const changed = await as(deputy)(paymentRequests.update, {
      id: request.id,
      transferAmount: '٧٥٫٢٥',
      baseVersion: 1,
    })
    expect(changed).toEqual({ ...request, transferAmount: 75.25, version: 2 })
    await expect(
      as(manager)(paymentRequests.update, { id: request.id, transferCode: 'late', baseVersion: 1 }),
    ).rejects.toMatchObject(refused(409, 'Somebody else changed this meanwhile'))
    await expect(
      as(manager)(paymentRequests.update, { id: request.id, schoolId: delta.id, transferCode: 'late' }),
    ).rejects.toMatchObject(refused(400, 'Invalid input'))
  })

  test('is not changed into one that could not be requested', async () => {
    const { id } = await ask()
    const { transferCode } = await ask()
    const before = await rowsOf(...moneyTables)
    const change = (more: object) => as(manager)(paymentRequests.update, { id, ...more })
    await expect(change({ transferCode })).rejects.toMatchObject(usedCode)
    await expect(change({ transferAmount: 0 })).rejects.toMatchObject(notPositive)
    await expect(change({ transferDate: daysFrom(today, 1) })).rejects.toMatchObject(badDate)
    await expect(change({ paymentTypeId: types['no longer taken'] })).rejects.toMatchObject(notFound)
    await expect(as(otherManager)(paymentRequests.update, { id, transferCode: 'x' })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(paymentRequests.update, { id, transferCode: 'x' })).rejects.toMatchObject(notAllowed)
    expect(await rowsOf(...moneyTables)).toEqual(before)
  })

  test('is deleted, and then nowhere', async () => {
    const { id: requestId } = await ask()
    await expect(as(otherManager)(paymentRequests.remove, { requestId })).rejects.toMatchObject(notFound)
    await as(manager)(paymentRequests.remove, { requestId })
    for (const person of [manager, admin])
      await expect(as(person)(paymentRequests.get, { requestId })).rejects.toMatchObject(notFound)
    await expect(as(admin)(paymentRequests.approve, approval(requestId))).rejects.toMatchObject(notFound)
    await expect(as(manager)(paymentRequests.remove, { requestId })).rejects.toMatchObject(notFound)
    const ids = (await as(admin)(paymentRequests.list, {})).map(({ id }) => id)
    expect(ids).not.toContain(requestId)
    expect((await audited(paymentRequests.remove)).at(-1)).toMatchObject({ target_id: requestId })
  })
})
