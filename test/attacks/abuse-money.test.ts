import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paymentRequests, payments } from '#contract/platform/payments/payments.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { moneyIn, moneyTables, ownSchool } from '#test/harness/money.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, wire, connection, tokenOf } = app
// A second server over the same rows: neither knows what the other is doing.
const other = await testApp({ connection })

const { admin, manager, deputy, teacher, otherManager, nile, delta, closed } = world
const { sql, giveKey, rowsOf } = tracesIn(connection)

const proving = process.env.PROOF === 'on'
const { today, cash } = await moneyIn(app)
let codes = 0

const ask = (schoolId = nile.id) =>
  as(schoolId === nile.id ? manager : otherManager)(paymentRequests.add, {
    schoolId,
    paymentTypeId: cash,
    transferCode: `money ${++codes}`,
    transferDate: today,
    transferAmount: 10,
  })
const approval = (requestId: string, paymentAmount = 10) => ({ requestId, paymentAmount, paymentDate: today })

/** What stands in the ledger of every school beside what its payments and hands gave it; they must be the same. */
const unbalanced = () =>
  sql(`select s.id from schools s where
    (select coalesce(sum(coins), 0) from coin_entries where school_id = s.id and kind in ('payment', 'adjustment'))
      <> (select coalesce(sum(coins), 0) from payment_transactions where school_id = s.id)
    or exists (select from payment_transactions t where t.school_id = s.id
      and (select count(*) from coin_entries where payment_transaction_id = t.id) <> 1)`)

const ledgerOf = async (schoolId: string) =>
  (await sql('select coalesce(sum(coins), 0)::integer as coins from coin_entries where school_id = $1', [schoolId]))[0]
    .coins

describe('case 7: nobody approves their own requests', () => {
  test('not as manager, deputy, teacher or requester, whatever person the call names as decider', async () => {
    for (const person of [deputy, teacher, manager]) await giveKey(person, 'ApprovePaymentRequest', null)
    const { id } = await ask()
    const before = await rowsOf(...moneyTables)
    for (const person of [manager, deputy, teacher]) {
      await expect(as(person)(paymentRequests.approve, approval(id))).rejects.toMatchObject(ownSchool)
      const posing = { ...approval(id), toId: admin.id, toName: 'سامح فوزي الديب' }
      expect(await wire(paymentRequests.approve.path, posing, { as: person })).toMatchObject({ status: 403 })
    }
    expect(await rowsOf(...moneyTables)).toEqual(before)

    await sql('update payment_requests set requested_by = $1 where id = $2', [admin.id, id])
    await expect(as(admin)(paymentRequests.approve, approval(id))).rejects.toMatchObject(ownSchool)
  })

  test('and the approval names the person who gave it, with the amount received beside the requested one', async () => {
    const { id } = await ask()
    const posing = { ...approval(id, 7), toId: manager.id, toName: 'somebody else' }
    const answer = await wire(paymentRequests.approve.path, posing, { as: admin })
    expect(answer.json()).toMatchObject({ approviedById: admin.id, transfareAmount: 10, paymentAmount: 7 })
    expect(await as(admin)(payments.list, { requestId: id })).toMatchObject([{ toId: admin.id, amount: 7 }])
  })
})

describe('case 8: a request is decided once', () => {
  test('by a hundred approvals at once through two servers', async () => {
    await Promise.all([tokenOf(admin), other.tokenOf(admin)])
    const { id } = await ask()
    const before = await ledgerOf(nile.id)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) => (n % 2 ? as : other.as)(admin)(paymentRequests.approve, approval(id))),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    // A call that would have to wait too long for its turn is refused with 503.
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect([409, 503]).toContain(outcome.reason.status)
    expect(await as(admin)(payments.list, { requestId: id })).toHaveLength(1)
    expect(await ledgerOf(nile.id)).toBe(before + 10)
    expect(await unbalanced()).toEqual([])
  })

  test('whether it is approved, rejected, changed or deleted at the same time', async () => {
    for (let round = 0; round < (proving ? 500 : 5); round++) {
      const { id, version } = await ask()
      const before = await ledgerOf(nile.id)
      const [approved, again, rejected, removed] = await Promise.allSettled([
        as(admin)(paymentRequests.approve, approval(id)),
        other.as(admin)(paymentRequests.approve, approval(id)),
        other.as(admin)(paymentRequests.reject, { requestId: id }),
        as(manager)(paymentRequests.remove, { requestId: id }),
        other.as(manager)(paymentRequests.update, { id, transferAmount: 99, baseVersion: version }),
      ])
      const done = [approved, again, rejected, removed].filter(({ status }) => status === 'fulfilled')
      expect(done).toHaveLength(1)
      const credited = [approved, again].some((one) => one!.status === 'fulfilled')
      expect(await ledgerOf(nile.id)).toBe(before + (credited ? 10 : 0))
      const [row] = await sql('select approved, removed_at from payment_requests where id = $1', [id])
      const otherwise = rejected!.status === 'fulfilled' ? false : null
      expect(row.approved).toBe(credited ? true : otherwise)
    }
    expect(await unbalanced()).toEqual([])
  }, 600_000)
})

describe('case 9: coins do not come from nothing', () => {
  test.each(['payment_transactions', 'coin_entries'])(
    'what stands in %s is changed by nobody, not even by the owner',
    async (table) => {
      for (const change of [`update ${table} set coins = 1000`, `delete from ${table}`, `truncate ${table} cascade`])
        await expect(sql(change)).rejects.toThrow('is append-only')
    },
  )

  test('an amount is a number of money, and a count a whole one', async () => {
    const { id } = await ask()
    const before = await rowsOf(...moneyTables)
    for (const amount of [
      -1,
      0,
      0.001,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      '1e5',
      'much',
      '',
      null,
      true,
      [10],
      {},
      10_000_000,
    ])
      for (const [path, body] of [
        [paymentRequests.approve.path, { ...approval(id), paymentAmount: amount }],
        [payments.add.path, { fromId: nile.id, paymentTypeId: cash, paymentDate: today, amount }],
      ] as const)
        expect([path, amount, (await wire(path, body, { as: admin })).status]).toEqual([path, amount, 400])
    for (const coinsCount of [0, 0.5, 1e7, Number.NaN, '', null, true, 'five'])
      expect((await wire(platformSchools.addCoins.path, { schoolId: nile.id, coinsCount }, { as: admin })).status).toBe(
        400,
      )
    expect(await rowsOf(...moneyTables)).toEqual(before)
    // A tenth and two tenths are three tenths.
    await sql('update schools set money_carry = 0.7 where id = $1', [delta.id])
    await as(admin)(payments.add, { schoolId: delta.id, paymentTypeId: cash, paymentDate: today, amount: 0.1 })
    expect(
      await as(admin)(payments.add, { schoolId: delta.id, paymentTypeId: cash, paymentDate: today, amount: 0.2 }),
    ).toMatchObject({ coins: 1 })
  })

  test('a later price of a coin does not change past purchases', async () => {
    const usual = newId()
    await sql(`insert into coin_types (id, name, value) values ($1, 'soon dearer', 2)`, [usual])
    await sql('update schools set coin_type_id = $1 where id = $2', [usual, delta.id])
    const payment = await as(admin)(payments.add, {
      schoolId: delta.id,
      paymentTypeId: cash,
      paymentDate: today,
      amount: 8,
    })
    await sql('update coin_types set value = 0.01 where id = $1', [usual])
    expect(await as(admin)(payments.get, { paymentTransactionId: payment.id })).toEqual(payment)
    const correction = await as(admin)(payments.correct, { id: payment.id, amount: 12 })
    expect(correction).toMatchObject({ amount: 4, coins: 2 })
  })

  test('whatever is done in whatever order, the balance is the sum of the ledger, and no money is lost', async () => {
    const cents = fc.integer({ min: 1, max: 500_000 }).map((n) => n / 100)
    const school = fc.constantFrom(nile, delta, closed)
    const step = fc.oneof(
      fc.record({ does: fc.constant('request' as const), school: fc.constantFrom(nile, delta), amount: cents }),
      fc.record({ does: fc.constant('pay' as const), school, amount: cents }),
      fc.record({ does: fc.constant('correct' as const), school, amount: cents }),
      fc.record({ does: fc.constant('give' as const), school, amount: fc.integer({ min: -20, max: 20 }) }),
    )
    let last: string | null = null
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const { does, school, amount } of steps) {
          const call = as(admin)
          if (does === 'request') await call(paymentRequests.approve, approval((await ask(school.id)).id, amount))
          else if (does === 'pay')
            last = (await call(payments.add, { schoolId: school.id, paymentTypeId: cash, paymentDate: today, amount }))
              .id
          else if (does === 'correct') {
            if (last) await call(payments.correct, { id: last, amount })
          } else await call(platformSchools.addCoins, { schoolId: school.id, coinsCount: amount }).catch(() => {})
        }
        for (const row of await as(admin)(schools.list, { pageSize: 200 }))
          expect(row.availableCoins).toBe(await ledgerOf(row.id))
        expect(await unbalanced()).toEqual([])
        expect(await sql('select id from schools where money_carry < 0')).toEqual([])
        // What was paid is in coins, at what they cost then, or carried.
        expect(
          await sql(
            `select s.id from schools s where s.id = $1 and s.money_carry <>
            (select sum(t.amount - t.coins * t.coin_value) from payment_transactions t where t.school_id = s.id)`,
            [nile.id],
          ),
        ).toEqual([])
      }),
      { numRuns: proving ? 200 : 6 },
    )
  }, 600_000)
})
