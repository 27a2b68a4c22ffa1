import { describe, expect, test } from 'vitest'
import { paymentRequests, payments } from '#contract/platform/payments/payments.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { badDate, moneyIn, moneyTables, notPositive, ownSchool } from '#test/harness/money.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, wire, connection } = app
const { admin, manager, teacher, parent, newcomer, otherManager, closedTeacher } = world
const { nile, delta, pending, closed } = world
const { sql, giveKey, audited, published, rowsOf } = tracesIn(connection)
const { today, cash, coinsOf } = await moneyIn(app)

const paying = (more: object = {}) => ({
  schoolId: nile.id,
  paymentTypeId: cash,
  paymentDate: today,
  amount: 30.5,
  ...more,
})
const pay = (more: object = {}) => as(admin)(payments.add, paying(more))
const carried = async (school: { id: string }) =>
  Number((await sql('select money_carry from schools where id = $1', [school.id]))[0].money_carry)

describe('a payment taken without a request', () => {
  test('credits the school at once and names the caller', async () => {
    const before = await coinsOf(nile)
    const payment = await pay()
    expect(payment).toMatchObject({
      paymentDate: today,
      paymentTypeName: 'cash',
      requestId: null,
      transferCode: null,
      fromType: 'School',
      fromId: nile.id,
      fromName: nile.name,
      toType: 'Application',
      toId: admin.id,
      toName: 'سامح فوزي الديب',
      amount: 30.5,
      coins: 30,
      adjusts: null,
    })
    expect(await coinsOf(nile)).toBe(before + 30)
    expect(await carried(nile)).toBe(0.5)
    expect((await published('coins changed')).at(-1)).toMatchObject({
      school_id: nile.id,
      payload: { balance: before + 30 },
    })
    expect((await audited(payments.add)).at(-1)).toMatchObject({ person_id: admin.id, target_id: payment.id })
    expect(await pay({ amount: 0.5 })).toMatchObject({ coins: 1 })
    expect(await carried(nile)).toBe(0)
  })

  test.each([
    ['nothing', { amount: 0 }, notPositive],
    ['a day to come', { paymentDate: daysFrom(today, 1) }, badDate],
    ['another coin type', { coinTypeId: newId() }, refused(400, 'The coin type is not the coin type of this school')],
    ['a request, which is credited by approving it', { requestId: newId() }, refused(400, 'Invalid input')],
    ['a payment type there is not', { paymentTypeId: newId() }, notFound],
    ['a school there is not', { schoolId: newId() }, notFound],
    ['a school without a coin type', { schoolId: pending.id }, refused(409, 'This school has no coin type yet')],
  ])('is refused for %s', async (_, more, refusal) => {
    const before = await rowsOf(...moneyTables)
    await expect(pay(more)).rejects.toMatchObject(refusal)
    expect(await rowsOf(...moneyTables)).toEqual(before)
  })

  test('is taken by callers with the key, and not for their own school, even while it is closed', async () => {
    for (const person of [manager, teacher, newcomer])
      await expect(as(person)(payments.add, paying())).rejects.toMatchObject(notAllowed)
    for (const person of [teacher, closedTeacher]) await giveKey(person, 'AssignCoinsToSchool', null)
    const before = await rowsOf(...moneyTables)
    await expect(as(teacher)(payments.add, paying())).rejects.toMatchObject(ownSchool)
    await expect(as(closedTeacher)(payments.add, paying({ schoolId: closed.id }))).rejects.toMatchObject(ownSchool)
    expect(await rowsOf(...moneyTables)).toEqual(before)
    expect(await as(teacher)(payments.add, paying({ schoolId: delta.id }))).toMatchObject({ fromId: delta.id })
  })
})

describe('a correction', () => {
  test('is a line of its own by the coin’s old price, and can be corrected again', async () => {
    const before = await coinsOf(nile)
    const payment = await pay({ amount: 40 })
    const correct = (amount: number) =>
      as(admin)(payments.correct, { id: payment.id, amount, reason: 'A misread slip' })
    const less = await correct(15.25)
    expect(less).toMatchObject({ amount: -24.75, coins: -25, adjusts: payment.id, toId: admin.id, requestId: null })
    expect(await coinsOf(nile)).toBe(before + 15)
    expect(await carried(nile)).toBe(0.25)
    expect(await as(admin)(payments.get, { paymentTransactionId: payment.id })).toEqual(payment)

    expect(await correct(15.25)).toEqual(payment)
    expect(await correct(0)).toMatchObject({ amount: -15.25, coins: -15 })
    expect(await coinsOf(nile)).toBe(before)
    expect(await correct(40)).toMatchObject({ amount: 40, coins: 40 })
    expect(await carried(nile)).toBe(0)
    expect((await audited(payments.correct)).map(({ target_id }) => target_id)).toContain(less.id)
  })

  test('goes by what a coin cost then', async () => {
    const payment = await pay({ schoolId: delta.id, amount: 10 })
    const dear = newId()
    await sql(`insert into coin_types (id, name, value) values ($1, 'dearer', 5)`, [dear])
    const [{ coin_type_id: usual }] = await sql('select coin_type_id from schools where id = $1', [delta.id])
    await sql('update schools set coin_type_id = $1 where id = $2', [dear, delta.id])
    expect(await as(admin)(payments.correct, { id: payment.id, amount: 12 })).toMatchObject({ amount: 2, coins: 2 })
    await sql('update schools set coin_type_id = $1 where id = $2', [usual, delta.id])
  })

  test('is made once by two people at the same time', async () => {
    const payment = await pay({ amount: 40 })
    const before = await coinsOf(nile)
    const once = () => as(admin)(payments.correct, { id: payment.id, amount: 50 })
    await Promise.all([once(), once(), once()])
    expect(await coinsOf(nile)).toBe(before + 10)
  })

  test('is refused below nothing, of a correction, and for one’s own school', async () => {
    const payment = await pay({ amount: 40 })
    const correction = await as(admin)(payments.correct, { id: payment.id, amount: 41 })
    const before = await rowsOf(...moneyTables)
    await expect(as(admin)(payments.correct, { id: payment.id, amount: -1 })).rejects.toMatchObject(notPositive)
    await expect(as(admin)(payments.correct, { id: correction.id, amount: 5 })).rejects.toMatchObject(
      refused(409, 'An adjustment cannot be adjusted'),
    )
    await expect(as(admin)(payments.correct, { id: newId(), amount: 5 })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(payments.correct, { id: payment.id, amount: 5 })).rejects.toMatchObject(ownSchool)
    await expect(as(manager)(payments.correct, { id: payment.id, amount: 5 })).rejects.toMatchObject(notAllowed)
    expect(await rowsOf(...moneyTables)).toEqual(before)
  })

  test('takes the row back as it was read', async () => {
    const { id } = await pay({ amount: 7 })
    const read = await wire('PaymentTransaction/GetPayment', { paymentTransactionId: id }, { as: admin })
    expect((await wire('PaymentTransaction/UpdatePayment', read.json(), { as: admin })).json()).toEqual(read.json())
  })
})

describe('payments are read', () => {
  test('by the school its own, by the platform all, the latest first', async () => {
    const own = await as(manager)(payments.list, {})
    expect(new Set(own.map(({ fromId }) => fromId))).toEqual(new Set([nile.id]))
    const all = await as(admin)(payments.list, {})
    expect(new Set(all.map(({ fromId }) => fromId))).toContain(delta.id)
    const days = all.map(({ paymentDate, id }) => `${paymentDate} ${id}`)
    expect(days).toEqual(days.toSorted().toReversed())
    expect(await as(manager).listed(payments.list, { pageSize: 1 })).toEqual({
      rows: own.slice(0, 1),
      total: own.length,
    })
  })

  test('by day, amount, type, sides and request', async () => {
    const { id, coinTypeId } = await pay({ amount: 77.77, paymentDate: '2025-12-31' })
    const found = async (filter: object) =>
      (await as(admin)(payments.list, { amount: 77.77, ...filter })).map((row) => row.id)
    expect(await found({})).toEqual([id])
    expect(await found({ paymentDateFrom: '2025-12-31', paymentDateTo: '2025-12-31' })).toEqual([id])
    expect(await found({ paymentDateTo: '2025-12-30' })).toEqual([])
    expect(await found({ paymentTypeId: newId() })).toEqual([])
    expect(await found({ fromId: nile.id, fromName: nile.name.slice(1, 5), fromType: 'school' })).toEqual([id])
    expect(await found({ fromId: delta.id })).toEqual([])
    expect(await found({ fromType: 'Application' })).toEqual([])
    expect(await found({ toId: admin.id, toName: 'فوزى', toType: 'APPLICATION' })).toEqual([id])
    expect(await found({ toName: 'nobody' })).toEqual([])
    expect(await found({ coinTypeId })).toEqual([id])
    expect(await found({ requestId: newId() })).toEqual([])
    const [request] = await as(admin)(paymentRequests.list, { approved: true, schoolId: nile.id })
    expect(await as(admin)(payments.list, { requestId: request!.id })).toMatchObject([
      { transferCode: request!.transferCode, toId: admin.id },
    ])
  })

  test('by nobody else', async () => {
    for (const person of [parent, newcomer])
      await expect(as(person)(payments.list, {})).rejects.toMatchObject(notAllowed)
    const [own] = await as(otherManager)(payments.list, {})
    await expect(as(manager)(payments.get, { paymentTransactionId: own!.id })).rejects.toMatchObject(notFound)
    await expect(as(admin)(payments.get, { paymentTransactionId: newId() })).rejects.toMatchObject(notFound)
  })
})
