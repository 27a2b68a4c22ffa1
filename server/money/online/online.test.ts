import { beforeEach, describe, expect, test } from 'vitest'
import { gatewayAccounts } from '#contract/money/online/accounts.ts'
import { feeCounter } from '#contract/money/fees/counter.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { feesOnlineOffice } from '#contract/money/online/office.ts'
import { gatewayRefunds } from '#contract/money/online/refunds.ts'
import { feesOnline } from '#contract/money/online/online.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { newId } from '#server/db/ids.ts'
import { daysFrom } from '#server/base/days.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { onlineOfNile } from '#test/harness/online-of-nile.ts'
import { refused, notFound } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const online = await onlineOfNile({ late: 30 })
const { as, sql, connection, app, begin: beginFees, plan, charge, family, openTill, take } = online
const { save, mood, atGateway, setOut: begin, intent, orderOf, own, read, wait } = online
const { manager, deputy, parent, mother, omar, nile } = world

let of: Awaited<ReturnType<typeof beginFees>>
let dues: { id: string; open: string }[]
let familyId: string

beforeEach(async () => {
  await sql('delete from inbox_items; delete from outbox')
  of = await beginFees()
  await plan([
    {
      itemId: of.tuition,
      amount: '3000',
      parts: [{ dueOn: daysFrom(today, 7), amount: '1000' }, { dueOn: daysFrom(today, 30) }],
    },
  ])
  await charge()
  familyId = (await family(omar)).familyId
  await save('paymob', 'sk-nile-secret')
  await mood('once')
  dues = (await own(parent)).dues
})

const kinds = async (person: { phone: string }) => {
  await deliverAll(connection)
  return (await as(person)(inbox.items, { topic: 'payments' })).map(({ kind }) => kind)
}
const unclear = () => as(manager)(feesOnlineOffice.unclear, { schoolId: nile.id })
const owed = async () => (await family(omar)).owed
const credit = async () => (await family(omar)).credit
const first = () => begin(parent, [dues[0]!.id], '1000')

describe('a parent pays', () => {
  test('what is due, and gets a receipt that every paying parent is told of', async () => {
    const begun = await begin(parent, [dues[0]!.id, dues[1]!.id], '3000')
    expect(begun).toMatchObject({ intentState: 'open', amount: '3000.00', currency: 'EGP', receipt: null, code: null })
    expect(begun.url).toMatch(/unifiedcheckout\/\?publicKey=pk-[\da-f]{20}&clientSecret=egy_csk/)
    expect(await atGateway(await orderOf(begun.id))).toEqual([200])
    const paid = await intent(parent, begun.id)
    expect(paid).toMatchObject({ intentState: 'paid', url: null })
    expect(paid.receipt!.content).toMatchObject({ amount: '3000.00', way: 'Paymob', takenBy: 'Paymob' })
    expect(await owed()).toBe('0.00')
    expect(await kinds(parent)).toEqual(['feeReceipt'])
    expect(await kinds(mother)).toEqual(['feeReceipt'])
    expect((await own(mother)).receipts).toHaveLength(1)
  })

  test('once, however often the gateway tells it', async () => {
    const begun = await first()
    expect(await atGateway(await orderOf(begun.id), 'pay', 'ten')).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await owed()).toBe('2000.00')
    expect((await family(omar)).receipts).toHaveLength(1)
    expect(await sql('select count(*)::integer as many from gateway_events')).toEqual([{ many: 1 }])
  })

  test('with the tax of each item on the receipt, as at the counter, also where a person gives the money to the family', async () => {
    await as(manager)(feeSettings.saveItems, {
      schoolId: nile.id,
      items: [{ id: of.tuition, name: 'المصروفات الدراسية', active: true, rate: '14' }],
    })
    const begun = await first()
    await atGateway(await orderOf(begun.id))
    expect((await intent(parent, begun.id)).receipt!.content.lines).toMatchObject([{ amount: '1000.00', rate: '14' }])
    await atGateway(await orderOf((await begin(parent, [dues[1]!.id], '2000')).id), 'pay', 'alteredAmount')
    const [payment] = await unclear()
    await as(manager)(feesOnlineOffice.settle, { schoolId: nile.id, paymentId: payment!.id, familyId, reason: 'ours' })
    const given = (await own(parent)).receipts.find(({ content }) => content.amount !== '1000.00')!
    const [printed] = await as(manager)(feeCounter.print, { schoolId: nile.id, receiptIds: [given.id] })
    expect(printed!.content.lines).toMatchObject([{ item: 'المصروفات الدراسية', rate: '14' }])
  })

  test('and is told alone when it was declined; a later success still counts', async () => {
    const begun = await first()
    const order = await orderOf(begun.id)
    await atGateway(order, 'decline')
    expect((await intent(parent, begun.id)).intentState).toBe('declined')
    expect(await kinds(parent)).toEqual(['feeDeclined'])
    expect(await kinds(mother)).toEqual([])
    await atGateway(order, 'pay')
    expect((await intent(parent, begun.id)).intentState).toBe('paid')
    expect(await owed()).toBe('2000.00')
  })

  test('by a code for a kiosk, if the school has that', async () => {
    const begun = await begin(parent, [dues[0]!.id], '1000', { by: 'code' })
    expect(begun).toMatchObject({ url: null })
    expect(begun.code).toMatch(/^\d{9,}$/)
    await atGateway(await orderOf(begun.id))
    expect((await intent(parent, begun.id)).intentState).toBe('paid')
  })

  test('by Moyasar, whose word is read back before it counts', async () => {
    await save('moyasar', 'sk-moyasar-secret')
    const { accounts } = await as(manager)(gatewayAccounts.get, { schoolId: nile.id })
    const account = accounts.find((one) => one.gateway === 'moyasar')!
    expect(accounts.filter(({ active }) => active)).toHaveLength(1)
    await online.webhook('sk-moyasar-secret', account.callbackUrl)
    const begun = await first()
    const order = await orderOf(begun.id)
    const forged = {
      type: 'payment_paid',
      data: { id: 'x', invoice_id: order, status: 'paid', amount: 100000, currency: 'EGP' },
    }
    const url = new URL(account.callbackUrl).pathname
    const send = (body: object) => app.inject({ method: 'POST', url, payload: body })
    expect((await send({ ...forged, secret_token: 'guessed' })).statusCode).toBe(401)
    // The right token alone posts nothing: the gateway knows of no payment.
    expect((await send({ ...forged, secret_token: 'hook-sk-moyasar-secret' })).statusCode).toBe(200)
    expect((await intent(parent, begun.id)).intentState).toBe('open')
    expect(await atGateway(order)).toEqual([200])
    expect((await intent(parent, begun.id)).intentState).toBe('paid')
  })
})

describe('nobody begins', () => {
  test('with parts of another family, of a child they do not pay for, or that are not owed so', async () => {
    await expect(begin(parent, [newId()], '1000')).rejects.toMatchObject(notFound)
    await sql(`update student_parents set pay_until = $2 where student_id = $1 and parent_id = $3`, [
      omar.id,
      daysFrom(today, -1),
      mother.id,
    ])
    await expect(begin(mother, [dues[0]!.id], '1000')).rejects.toMatchObject(notFound)
    await sql(`update student_parents set pay_until = null where student_id = $1`, [omar.id])
    const changed = refused(409, 'What is due has changed meanwhile; look again at what is owed')
    await expect(begin(parent, [dues[0]!.id], '999')).rejects.toMatchObject(changed)
    await openTill()
    await take({ familyId, amount: '1000', wayId: of.cash })
    await expect(first()).rejects.toMatchObject(changed)
  })

  test('while the gateway does not answer or the school takes nothing online', async () => {
    await mood('failing')
    await expect(first()).rejects.toMatchObject(
      refused(409, 'The payment service does not answer, and nothing was paid; please try again later'),
    )
    await mood('once')
    await new Promise((over) => setTimeout(over, 250))
    await save('paymob', 'sk-nile-secret', { active: false, keys: {} })
    await expect(first()).rejects.toMatchObject(refused(409, 'This school does not take payments online'))
  })

  test('with less than the gateway takes', async () => {
    await save('moyasar', 'sk-nile-secret')
    await openTill()
    await take({ familyId, amount: '999.50', wayId: of.cash })
    await expect(begin(parent, [dues[0]!.id], '0.50')).rejects.toMatchObject(
      refused(409, 'The payment service refuses this amount; pay more parts at once, or at the school'),
    )
  })

  test('and nobody sees what another began', async () => {
    const begun = await first()
    await expect(intent(mother, begun.id)).rejects.toMatchObject(notFound)
    await expect(as(mother)(feesOnline.takeBackTold, { toldId: begun.id })).rejects.toMatchObject(notFound)
  })
})

describe('money that is not what was set out to be paid', () => {
  test.each([
    ['alteredAmount', 'amount', '999.00', 'EGP'],
    ['otherCurrency', 'currency', '1000.00', 'USD'],
  ])('%s waits under Unclear', async (bad, why, amount, currency) => {
    const begun = await first()
    await atGateway(await orderOf(begun.id), 'pay', bad)
    expect((await intent(parent, begun.id)).intentState).toBe('unclear')
    expect(await unclear()).toMatchObject([{ why, amount, currency, paymentState: 'unclear', familyId }])
    expect(await owed()).toBe('3000.00')
    expect(await kinds(manager)).toContain('feesToLook')
  })

  test('is given to a family by a person, with a receipt', async () => {
    const begun = await first()
    await atGateway(await orderOf(begun.id), 'pay', 'alteredAmount')
    const paymentId = (await unclear())[0]!.id
    const settled = await as(manager)(feesOnlineOffice.settle, {
      schoolId: nile.id,
      paymentId,
      familyId,
      reason: 'ours',
    })
    expect(settled).toMatchObject({ paymentState: 'posted', why: 'amount' })
    expect(await owed()).toBe('2001.00')
    expect(await unclear()).toEqual([])
    await expect(
      as(manager)(feesOnlineOffice.settle, { schoolId: nile.id, paymentId, familyId, reason: 'again' }),
    ).rejects.toMatchObject(refused(409, 'This payment is not unclear any more'))
  })

  test('in another currency is only closed with a reason', async () => {
    const begun = await first()
    await atGateway(await orderOf(begun.id), 'pay', 'otherCurrency')
    const paymentId = (await unclear())[0]!.id
    await expect(
      as(manager)(feesOnlineOffice.settle, { schoolId: nile.id, paymentId, familyId, reason: 'ours' }),
    ).rejects.toMatchObject(refused(409, 'This money is in another currency; close it with a reason'))
    await as(manager)(feesOnlineOffice.settle, { schoolId: nile.id, paymentId, reason: 'returned at the gateway' })
    expect(await unclear()).toEqual([])
  })

  test('when the dues were paid at the counter meanwhile it is credit, and both are told', async () => {
    const begun = await first()
    await openTill()
    await take({ familyId, amount: '400', wayId: of.cash, dueIds: [dues[0]!.id] })
    await atGateway(await orderOf(begun.id))
    expect((await intent(parent, begun.id)).intentState).toBe('credited')
    expect([await owed(), await credit()]).toEqual(['2600.00', '1000.00'])
    expect(await kinds(parent)).toContain('feeCredited')
    expect(await kinds(manager)).toContain('feesToLook')
  })
})

describe('the gateway is asked', () => {
  test('after a quarter of an hour, when no callback came', async () => {
    const begun = await first()
    await atGateway(await orderOf(begun.id), 'pay', 'never')
    expect(await read()).toMatchObject({ intents: 0 })
    await wait(16)
    expect(await read()).toMatchObject({ intents: 1 })
    expect((await intent(parent, begun.id)).intentState).toBe('paid')
    expect(await read()).toMatchObject({ intents: 0 })
  })

  test('until the third night; what is paid after that is credit', async () => {
    const begun = await first()
    for (const minutes of [16, 60, 24 * 60, 24 * 60]) {
      await wait(minutes)
      expect(await read()).toMatchObject({ intents: 1 })
      expect((await intent(parent, begun.id)).intentState).toBe('open')
    }
    await wait(24 * 60)
    await read()
    expect((await intent(parent, begun.id)).intentState).toBe('expired')
    await atGateway(await orderOf(begun.id))
    expect((await intent(parent, begun.id)).intentState).toBe('credited')
    expect([await owed(), await credit()]).toEqual(['3000.00', '1000.00'])
  })

  test('again and again while it is down, and all is settled after', async () => {
    const begun = await first()
    await atGateway(await orderOf(begun.id), 'pay', 'never')
    await mood('failing')
    await wait(16)
    for (let nth = 0; nth < 7; nth++) await read()
    expect((await intent(parent, begun.id)).intentState).toBe('open')
    await mood('once')
    await new Promise((over) => setTimeout(over, 250))
    await read()
    expect((await intent(parent, begun.id)).intentState).toBe('paid')
  })
})

describe('money goes back', () => {
  const paid = async () => {
    const begun = await first()
    await atGateway(await orderOf(begun.id))
    return (await as(manager)(feesOnlineOffice.payments, { schoolId: nile.id }))[0]!
  }
  const propose = (paymentId: string, amount: string) =>
    as(manager)(gatewayRefunds.refund, { schoolId: nile.id, paymentId, amount, reason: 'paid twice' })

  test('only by a second person, to the same payment, and is owed again', async () => {
    const payment = await paid()
    const { id: refundId } = await propose(payment.id, '400')
    await expect(
      as(manager)(gatewayRefunds.decideRefund, { schoolId: nile.id, refundId, decision: 'confirm' }),
    ).rejects.toMatchObject(refused(403, 'Somebody else has to confirm what you proposed'))
    await expect(propose(payment.id, '700')).rejects.toMatchObject(
      refused(409, 'This is more than what is left of the payment'),
    )
    await confirmBySecond(refundId)
    expect(await owed()).toBe('2000.00')
    expect(await read()).toMatchObject({ refunds: 1 })
    expect((await as(manager)(gatewayRefunds.refunds, { schoolId: nile.id }))[0]).toMatchObject({
      refundState: 'done',
    })
    expect(await owed()).toBe('2400.00')
    expect(await read()).toMatchObject({ refunds: 0 })
  })

  test('told before its payment waits for it, and was not asked for here', async () => {
    const begun = await first()
    await atGateway(await orderOf(begun.id), 'pay', 'outOfOrder')
    expect((await intent(parent, begun.id)).intentState).toBe('paid')
    expect(await unclear()).toMatchObject([{ moved: 'refund', why: 'notAsked', amount: '1000.00' }])
    const paymentId = (await unclear())[0]!.id
    await as(manager)(feesOnlineOffice.settle, { schoolId: nile.id, paymentId, reason: 'given back at the gateway' })
    expect(await owed()).toBe('3000.00')
  })

  test('whose callback is lost is read, and its late callback changes nothing', async () => {
    const payment = await paid()
    const { id: refundId } = await propose(payment.id, '1000')
    await confirmBySecond(refundId)
    await mood('never')
    await read()
    expect(await owed()).toBe('2000.00')
    await wait(16)
    await read()
    expect(await owed()).toBe('3000.00')
  })

  const confirmBySecond = (refundId: string) =>
    as(deputy)(gatewayRefunds.decideRefund, { schoolId: nile.id, refundId, decision: 'confirm' })
})

test('a wrong signature is 401 and posts nothing; an unknown account is 404; the browser that comes back posts nothing', async () => {
  const begun = await first()
  const order = await orderOf(begun.id)
  expect(await atGateway(order, 'pay', 'wrongSignature')).toEqual([401])
  expect((await intent(parent, begun.id)).intentState).toBe('open')
  expect((await app.inject({ method: 'POST', url: `/gateways/${newId()}`, payload: {} })).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/gateways/x', payload: {} })).statusCode).toBe(404)
  const { accounts } = await as(manager)(gatewayAccounts.get, { schoolId: nile.id })
  const url = new URL(accounts[0]!.callbackUrl).pathname
  const large = { obj: 'x'.repeat(65 * 1024) }
  expect((await app.inject({ method: 'POST', url, payload: large })).statusCode).toBe(413)
  expect(
    (await app.inject({ method: 'POST', url, payload: 'no json', headers: { 'content-type': 'application/json' } }))
      .statusCode,
  ).toBe(401)
  await app.inject({ method: 'GET', url: `/fees/mine?waits=${begun.id}&success=true&order=${order}` })
  expect((await intent(parent, begun.id)).intentState).toBe('open')
  expect(await owed()).toBe('3000.00')
})

describe('a transfer that a parent tells of', () => {
  const tell = (more: object = {}, by = parent) =>
    as(by)(feesOnline.tell, {
      clientOperationId: newId(),
      schoolId: nile.id,
      amount: '1000',
      day: today,
      reference: 'IPN-771',
      ...more,
    })

  test('posts nothing until it is taken, and then has a receipt', async () => {
    const { id: toldId } = await tell()
    expect(await owed()).toBe('3000.00')
    expect(await kinds(manager)).toContain('feesToLook')
    await openTill()
    const receipt = await as(manager)(feesOnlineOffice.takeTold, { schoolId: nile.id, toldId, wayId: of.transfer })
    expect(receipt.content).toMatchObject({ amount: '1000.00', reference: 'IPN-771' })
    expect(await owed()).toBe('2000.00')
    await expect(
      as(manager)(feesOnlineOffice.takeTold, { schoolId: nile.id, toldId, wayId: of.transfer }),
    ).rejects.toMatchObject(refused(409, 'This request has already been decided'))
  })

  test('is refused with a reason that the parent reads, and taken back by them', async () => {
    const { id } = await tell()
    await as(manager)(feesOnlineOffice.refuseTold, { schoolId: nile.id, toldId: id, reason: 'not on the statement' })
    expect((await as(parent)(feesOnline.own, {})).told[0]).toMatchObject({
      toldState: 'refused',
      reason: 'not on the statement',
    })
    expect(await kinds(parent)).toContain('transferRefused')
    const { id: toldId } = await tell({ reference: 'IPN-772' })
    expect(await as(parent)(feesOnline.takeBackTold, { toldId })).toMatchObject({ toldState: 'withdrawn' })
    await expect(as(parent)(feesOnline.takeBackTold, { toldId })).rejects.toMatchObject(
      refused(409, 'This request has already been decided'),
    )
  })

  test('with a reference that was told before says so to both', async () => {
    await tell()
    expect(await tell({}, mother)).toMatchObject({ again: true })
    const rows = await as(manager)(feesOnlineOffice.told, { schoolId: nile.id })
    expect(rows.map(({ again }) => again)).toEqual([true, true])
    await expect(tell({ day: daysFrom(today, 1) })).rejects.toMatchObject(refused(400, 'This day is in the future'))
  })
})
