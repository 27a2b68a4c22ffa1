import { beforeEach, describe, expect, test } from 'vitest'
import { feeCharging } from '#contract/money/fees/charging.ts'
import { feeCounter } from '#contract/money/fees/counter.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { feeTills } from '#contract/money/fees/tills.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { feesOfNile } from '#test/harness/fees-of-nile.ts'
import { notAllowed, notFound, refused } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, sql, begin, settings, plan, planned, charge, ofGrade, family, openTill, take } = await feesOfNile()
const { manager, deputy, teacher, parent, otherManager, omar, laila, classmate, nile, grade4, nileYear, delta } = world
let of: Awaited<ReturnType<typeof begin>>

beforeEach(async () => {
  of = await begin()
})

const fourParts = () =>
  plan([
    {
      itemId: of.tuition,
      amount: '10000.01',
      parts: [
        { dueOn: daysFrom(today, -70), percent: '33.333' },
        { dueOn: daysFrom(today, -10), percent: '33.333' },
        { dueOn: daysFrom(today, 3) },
      ].map((part) => ({ ...part, dueOn: part.dueOn < of.startsOn ? of.startsOn : part.dueOn })),
    },
  ])

describe('plans', () => {
  test('a plan is saved in versions, its parts sum exactly, and the last takes the remainder', async () => {
    const saved = (await fourParts()).plans[0]!
    expect(saved).toMatchObject({ gradeId: grade4.id, version: 1, total: '10000.01', charged: 0 })
    expect((await fourParts()).plans).toMatchObject([{ version: 2 }])
    await charge()
    const { dues } = await family(omar)
    expect(dues.map(({ amount }) => amount)).toEqual(['3333.30', '3333.30', '3333.41'])
  })

  test('parts that exceed the amount, lie outside the year or are out of order are refused, and nothing is stored', async () => {
    const line = (parts: object[], amount = '100') => plan([{ itemId: of.tuition, amount, parts: parts as never }])
    const at = { dueOn: of.startsOn }
    await expect(line([{ ...at, amount: '100' }, at])).rejects.toMatchObject(
      refused(400, 'The parts exceed the amount'),
    )
    await expect(line([{ ...at, amount: '10', percent: '10' }, at])).rejects.toMatchObject({ status: 400 })
    await expect(line([{ dueOn: daysFrom(of.startsOn, -1) }])).rejects.toMatchObject(
      refused(400, 'This day is outside the school year'),
    )
    await expect(line([{ dueOn: daysFrom(of.startsOn, 5), amount: '10' }, at])).rejects.toMatchObject(
      refused(400, 'Parts are in the order of their days'),
    )
    await expect(line([at], '100.001')).rejects.toMatchObject(refused(400, 'At most 2 decimals'))
    for (const amount of ['0', '-5', '1e3', '1.2345', '', 'مئة'])
      await expect(line([at], amount)).rejects.toMatchObject({ status: 400 })
    await expect(plan([{ itemId: newId(), amount: '5', parts: [at] }])).rejects.toMatchObject(notFound)
    expect((await settings()).plans).toEqual([])
  })

  test('a currency with three decimals takes three, and stays once something was posted', async () => {
    of = await begin('KWD')
    await plan([{ itemId: of.tuition, amount: '1000.125', parts: [{ dueOn: of.startsOn }] }])
    await charge()
    expect((await family(omar)).owed).toBe('1000.125')
    const change = { schoolId: nile.id, currency: 'EGP' as const, onlyHighest: false, overdueNotices: false }
    await expect(as(manager)(feeSettings.save, change)).rejects.toMatchObject(
      refused(409, 'The currency stays once something was charged or paid'),
    )
  })
})

describe('charging', () => {
  test('charges every student of the grade once, as it was shown, and is undone while nothing was paid', async () => {
    await fourParts()
    const shown = await planned()
    const [{ count }] = await sql(
      `select count(*)::integer as count from students st join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
       where c.grade_id = $1 and st.active`,
      [grade4.id],
    )
    expect(shown).toMatchObject({ students: count, same: 0, total: `${(count * 1_000_001) / 100}` })
    await expect(as(manager)(feeCharging.charge, { ...ofGrade, hash: 'a'.repeat(64) })).rejects.toMatchObject({
      status: 409,
    })
    expect(await charge()).toMatchObject({ done: true, changed: count })
    expect(await planned()).toMatchObject({ students: 0, same: count, total: '0.00' })
    await expect(charge()).rejects.toMatchObject({ status: 409 })

    await openTill()
    const { familyId } = await family(classmate)
    await take({ familyId, amount: '1', wayId: of.cash })
    const { schoolId, yearId, gradeId } = ofGrade
    const undone = await as(manager)(feeCharging.undo, { schoolId, yearId, gradeId })
    expect(undone).toEqual({ done: true, changed: count - 1, stayed: 1 })
    expect((await family(omar)).owed).toBe('0.00')
    expect((await family(classmate)).owed).toBe('9999.01')
    expect(await charge()).toMatchObject({ changed: count - 1 })
  })

  test('siblings pay less from the second on, one reduction after another, each named with its version', async () => {
    const saved = await as(manager)(feeSettings.saveReductions, {
      schoolId: nile.id,
      reductions: [
        { name: 'أخوة', kind: 'sibling', measure: 'percent', byChild: ['10', '20'], itemIds: [], active: true },
        {
          name: 'أبناء العاملين',
          kind: 'staff',
          measure: 'percent',
          value: '50',
          byChild: [],
          itemIds: [],
          active: true,
        },
      ],
    })
    await fourParts()
    const both = await as(manager)(feeFamilies.confirm, { schoolId: nile.id, studentIds: [omar.id, laila.id] })
    expect(both.children.map(({ studentId }) => studentId).toSorted()).toEqual([omar.id, laila.id].toSorted())
    const [younger] = await sql('select id from students where id = any ($1) order by birth_date desc limit 1', [
      [omar.id, laila.id],
    ])
    await sql(
      `insert into fee_grants (school_id, id, student_id, year_id, reduction_id, given_by) values ($1, $2, $3, $4, $5, $6)`,
      [nile.id, newId(), omar.id, nileYear.id, saved.reductions[1]!.id, manager.id],
    )
    await charge()
    const { dues, statement } = await family(omar)
    // 10,000.01 less 10 % is 9,000.01, of which half is 4,500.00 or 5,000.00 of the whole.
    const owes = younger.id === omar.id ? '4500.00' : '5000.00'
    expect(sum(dues.map(({ open }) => open))).toBe(owes)
    expect(statement.at(-1)).toMatchObject({ kind: 'reduction', about: 'أبناء العاملين', balance: owes })
    for (const { amount, reduced, open } of dues) expect(sum([open, reduced])).toBe(amount)
  })
})

describe('the counter', () => {
  beforeEach(async () => {
    await fourParts()
    await charge()
  })

  test('a payment fills the oldest part first, gets the next number, and what is too much is credit', async () => {
    await expect(take({ familyId: newId(), amount: '1', wayId: of.cash })).rejects.toMatchObject(notFound)
    const { familyId } = await family(omar)
    await expect(take({ familyId, amount: '1', wayId: of.cash })).rejects.toMatchObject(
      refused(409, 'Open your till first'),
    )
    await openTill('100')
    const first = await take({ familyId, amount: '٤٠٠٠٫٥', wayId: of.cash })
    expect(first.receipt!.content).toMatchObject({
      kind: 'receipt',
      number: 1,
      amount: '4000.50',
      currency: 'EGP',
      familyCode: first.family.code,
      lines: [{ amount: '3333.30' }, { amount: '667.20' }],
    })
    expect(first.family).toMatchObject({ owed: '5999.51', credit: '0.00' })
    const second = await take({ familyId, amount: '6000', wayId: of.transfer, reference: 'TRX-1' })
    expect(second.family).toMatchObject({ owed: '0.00', overdue: '0.00', credit: '0.49' })
    expect(second.receipt!.content).toMatchObject({ number: 2, reference: 'TRX-1' })
    await expect(take({ familyId, amount: '6', wayId: of.transfer, reference: 'TRX-1' })).rejects.toMatchObject(
      refused(409, 'The same way and reference were received before; write why they come again'),
    )
    const third = await take({ familyId, amount: '6', wayId: of.transfer, reference: 'TRX-1', again: 'دفعتان' })
    expect(third.family.credit).toBe('6.49')
    expect(third.receipt!.content.number).toBe(3)
  })

  test('one payment sent again is one receipt', async () => {
    await openTill()
    const { familyId } = await family(omar)
    const payment = { clientOperationId: newId(), familyId, amount: '10', wayId: of.cash }
    const answers = await Promise.all(Array.from({ length: 8 }, () => take(payment)))
    expect(new Set(answers.map(({ receipt }) => receipt!.id)).size).toBe(1)
    expect((await family(omar)).receipts).toHaveLength(1)
  })

  test('a hundred payments at once have the numbers from one to a hundred', async () => {
    await openTill()
    const [one, other] = [await family(omar), await family(classmate)]
    const taken = await Promise.all(
      Array.from({ length: 100 }, (_, nth) =>
        take({ familyId: nth % 2 ? one.familyId : other.familyId, amount: `${nth + 1}`, wayId: of.cash }),
      ),
    )
    const numbers = taken.map(({ receipt }) => receipt!.content.number).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, nth) => nth + 1))
    expect((await as(manager)(feeTills.till, { schoolId: nile.id }))!.cash).toBe('5050.00')
  })

  test('a cheque dated ahead is promised, and counts when it is cleared', async () => {
    await openTill()
    const { familyId } = await family(omar)
    const cheque = { familyId, amount: '3000', wayId: of.cheque, dated: daysFrom(today, 30) }
    await expect(take(cheque)).rejects.toMatchObject(refused(400, 'Write the number of the cheque'))
    await expect(take({ ...cheque, wayId: of.cash })).rejects.toMatchObject({ status: 400 })
    const promised = await take({ ...cheque, reference: '00071' })
    expect(promised).toMatchObject({ receipt: null, family: { owed: '10000.01', promises: [{ state: 'waiting' }] } })
    const promiseId = promised.family.promises[0]!.id
    const clear = () => as(manager)(feeCounter.clearCheque, { schoolId: nile.id, promiseId, cleared: true })
    expect(await clear()).toMatchObject({ family: { owed: '7000.01' }, receipt: { content: { number: 1 } } })
    await expect(clear()).rejects.toMatchObject(refused(409, 'This cheque has been settled already'))
  })

  test('a till is closed by a count, the difference is posted, and a closed till takes nothing more that day', async () => {
    const { familyId } = await family(omar)
    await openTill('50')
    await take({ familyId, amount: '200', wayId: of.cash })
    await take({ familyId, amount: '70', wayId: of.transfer })
    const closed = await as(manager)(feeTills.closeTill, { schoolId: nile.id, counted: '245' })
    expect(closed).toMatchObject({ expected: '250.00', counted: '245.00', difference: '-5.00' })
    expect(closed.ways.map((way) => way.in)).toEqual(['200.00', '70.00'])
    await expect(take({ familyId, amount: '1', wayId: of.cash })).rejects.toMatchObject(
      refused(409, 'Your till is closed for today'),
    )
    await expect(openTill()).rejects.toMatchObject({ status: 409 })
    const [{ sum: taken }] = await sql(
      `select sum(case when to_account = 'till' then amount else -amount end)::text as sum from fee_lines where way_id = $1`,
      [of.cash],
    )
    expect(taken).toBe('195.000')
  })

  test('what cannot be paid is refused and changes nothing', async () => {
    await openTill()
    const { familyId, dues } = await family(omar)
    for (const amount of ['0', '-1', '1.001', '1e2'])
      await expect(take({ familyId, amount, wayId: of.cash })).rejects.toMatchObject({ status: 400 })
    await expect(take({ familyId, amount: '1', wayId: of.cash, receivedOn: daysFrom(today, 1) })).rejects.toMatchObject(
      refused(400, 'This day is in the future'),
    )
    const other = (await family(classmate)).dues[0]!.id
    await expect(take({ familyId, amount: '1', wayId: of.cash, dueIds: [other] })).rejects.toMatchObject(notFound)
    await expect(take({ familyId, amount: '1', wayId: newId() })).rejects.toMatchObject(notFound)
    await expect(take({ familyId, amount: '1', wayId: of.cash, payerId: teacher.id })).rejects.toMatchObject(notFound)
    expect((await family(omar)).dues).toEqual(dues)
  })

  test('is closed to people without the keys, to parents, and to other schools', async () => {
    const { familyId } = await family(omar)
    for (const person of [teacher, parent]) await expect(family(omar, person)).rejects.toMatchObject(notAllowed)
    const asked = { schoolId: nile.id, familyId }
    await expect(as(otherManager)(feeFamilies.get, asked)).rejects.toMatchObject(notFound)
    await expect(as(otherManager)(feeFamilies.get, { ...asked, schoolId: delta.id })).rejects.toMatchObject(notFound)
    await expect(openTill('0', teacher)).rejects.toMatchObject(notAllowed)
    expect((await family(omar, deputy)).familyId).toBe(familyId)
  })

  test('a family is found by name, student code, family code and a phone of a parent', async () => {
    const { code, familyId } = await family(omar)
    const [{ code: ofStudent }] = await sql('select code from students where id = $1', [omar.id])
    for (const text of ['عمر كريم', ofStudent, code, parent.phone])
      expect((await as(manager)(feeFamilies.list, { schoolId: nile.id, text })).map((row) => row.familyId)).toContain(
        familyId,
      )
    expect(await as(manager)(feeFamilies.list, { schoolId: nile.id, text: 'لا أحد كهذا' })).toEqual([])
  })
})

const sum = (amounts: readonly string[]) => {
  const all = amounts.reduce((total, amount) => total + BigInt(amount.replace('.', '')), 0n)
  return `${all / 100n}.${String(all % 100n).padStart(2, '0')}`
}
